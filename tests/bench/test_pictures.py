"""The pictures: drawn from made-up records, and the same ones again from the recorded files. Needs matplotlib."""

import re
import sys
import tempfile
import unittest
from pathlib import Path
from xml.etree import ElementTree

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT / "bench")]
import plot  # noqa: E402
import recorded  # noqa: E402
import synthetic  # noqa: E402

try:
    import matplotlib
except ImportError:
    print("skipped: matplotlib is not installed; bench/requirements.txt names the version")
    sys.exit(77)

PINNED = re.search(r"^matplotlib==(\S+)$", (ROOT / "bench/requirements.txt").read_text(encoding="utf-8"), re.M).group(1)


def draw(results, out):
    """Draws from a folder of records; the SVG files' texts by name."""
    status = plot.main(["--results", str(results), "--out", str(out)])
    assert status == 0, status
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(Path(out).glob("*.svg"))}


class MadeUp(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        import json

        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.records = Path(folder.name) / "records"
        cls.records.mkdir()
        for kind, data in synthetic.everything().items():
            (cls.records / f"{kind}.json").write_text(json.dumps(data), encoding="utf-8")
        cls.folder = Path(folder.name)
        cls.pictures = draw(cls.records, cls.folder / "out")

    def test_every_picture_comes_light_and_dark(self):
        expected = {f"{name}-{theme}.svg" for name in plot.PICTURES for theme in plot.THEMES}
        self.assertEqual(set(self.pictures), expected)

    def test_they_are_as_wide_as_a_page_and_transparent(self):
        for name, text in self.pictures.items():
            with self.subTest(name):
                root = ElementTree.fromstring(text)
                self.assertAlmostEqual(float(root.get("width").removesuffix("pt")), 540, delta=1)
                figure = root.find(".//{*}g[@id='patch_1']/{*}path")
                self.assertIn("fill: none", figure.get("style"))

    def test_the_dark_ones_write_in_light(self):
        for name in plot.PICTURES:
            self.assertIn(plot.THEMES["dark"]["text"], self.pictures[f"{name}-dark.svg"])
            self.assertNotIn(plot.THEMES["light"]["text"], self.pictures[f"{name}-dark.svg"])

    def test_the_same_records_give_the_same_files(self):
        self.assertEqual(draw(self.records, self.folder / "again"), self.pictures)

    def test_they_name_the_records_they_come_from(self):
        mark = f"<!-- drawn from {recorded.digest(recorded.newest(self.records))} -->"
        for text in self.pictures.values():
            self.assertEqual(text.count(mark), 1)


class Recorded(unittest.TestCase):
    def test_the_committed_pictures_come_from_the_recorded_results(self):
        records = recorded.newest()
        if not records:
            self.skipTest("nothing is recorded yet")
        if matplotlib.__version__ != PINNED:
            self.skipTest(f"matplotlib {matplotlib.__version__} draws other files than {PINNED}, which is pinned")
        with tempfile.TemporaryDirectory() as folder:
            drawn = draw(recorded.RESULTS, folder)
        for name, text in drawn.items():
            with self.subTest(name):
                committed = ROOT / "docs" / "generated" / name
                self.assertTrue(committed.is_file(), f"{committed} is missing; run bench/plot.py")
                self.assertEqual(committed.read_text(encoding="utf-8"), text)


if __name__ == "__main__":
    unittest.main()
