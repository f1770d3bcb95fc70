"""The pictures, drawn from made-up records; that the committed ones come from the recorded results, tables.py --check sees."""

import re
import sys
import unittest
from pathlib import Path
from xml.etree import ElementTree

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "bench")]
import derived  # noqa: E402
import pictures  # noqa: E402
import synthetic  # noqa: E402


def drawn(kinds=None):
    records = synthetic.everything()
    for kind, data in records.items():
        if kind != "profiles":
            derived.add_figures(data)
    return pictures.draw_pictures({kind: records[kind] for kind in kinds or records})


class Pictures(unittest.TestCase):
    def test_each_is_drawn_once_where_its_record_is_there(self):
        self.assertEqual(set(drawn()), {"ladder", "sweep", "ablations", "pipes"})
        self.assertEqual(set(drawn(["sweep"])), {"sweep"})

    def test_they_are_figures_in_the_palette_and_nothing_leaves_the_page(self):
        for name, text in drawn().items():
            with self.subTest(name):
                root = ElementTree.fromstring(text)
                self.assertEqual(root.get("class"), "project-figure")
                _, _, width, height = map(float, root.get("viewBox").split())
                drawing = text[text.index("</style>") :]
                self.assertNotIn("#", re.sub(r"url\(#[\w-]+\)", "", drawing))
                for each in root.iter():
                    for key, limit in (("x", width), ("x1", width), ("x2", width), ("y", height), ("y1", height), ("y2", height)):
                        self.assertTrue(0 <= float(each.get(key, 0)) <= limit, ElementTree.tostring(each))

    def test_they_show_the_records_figures(self):
        made = drawn()
        self.assertIn(">cuBLASLt</text>", made["ladder"])
        result = derived.add_figures(synthetic.everything()["ablations"])
        v4 = derived.row_at(result, derived.CUBE, "v4")
        self.assertIn(f">{v4['teraflops']:.0f} ({100 * v4['ratio_to_cublas']:.0f}% of cuBLAS)</text>", made["ladder"])
        self.assertIn(f">{v4['teraflops']:.0f}</text>", made["ablations"])
        self.assertIn(">66%</text>", made["pipes"])


if __name__ == "__main__":
    unittest.main()
