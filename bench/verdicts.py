"""What was claimed of V4 in the published description, and what a run at 8192 cubed says about it."""

from derived import CUBE, shape_of

HOLDS, IN_PART, FAILS, NOT_MEASURED = "holds", "holds in part", "does not hold", "not measured"
# Ratios of times closer to 1 than this are taken for equal: what two runs a minute apart may differ by.
RESOLUTION = 0.02
# A larger share than this of the claimed effect counts as the claim holding.
ENOUGH_OF_THE_EFFECT = 0.5


def tile_of(index, tile_rows, tile_columns, swizzle_size):
    """Row and column of the tile that CTA `index` computes, as common/rasterization.cuh maps it."""
    group, within = divmod(index, tile_rows * min(swizzle_size, tile_columns))
    first_column = group * swizzle_size
    row, column = divmod(within, min(swizzle_size, tile_columns - first_column))
    return row, first_column + column


def strips_touched(tile_rows, tile_columns, blocks, swizzle_size):
    """Strips of A and B, so distinct tile rows plus distinct tile columns, that the first `blocks` CTAs need."""
    tiles = [tile_of(index, tile_rows, tile_columns, swizzle_size) for index in range(blocks)]
    return len({row for row, _ in tiles}) + len({column for _, column in tiles})


def gain_text(ratio):
    """+11.2% for a ratio of times of 1.112."""
    return f"{100 * (ratio - 1):+.1f}%"


class Judge:
    """Judges claims by a run's times and by profiles."""

    def __init__(self, result, profiles):
        self.times = {row["name"]: row["median_ms"] for row in result["rows"] if shape_of(row) == CUBE}
        self.metrics = {} if profiles is None else {row["name"]: row["metrics"] for row in profiles["rows"]}
        self.verdicts = []

    def add(self, claim, statement, claimed, criterion, measured, outcome):
        keys = ("claim", "statement", "claimed", "criterion", "measured", "outcome")
        self.verdicts.append(dict(zip(keys, (claim, statement, claimed, criterion, measured, outcome))))

    def gains(self, *pairs):
        """For each pair of rows the time of the first over that of the second; else None, and which rows are missing."""
        missing = [name for pair in pairs for name in pair if name not in self.times]
        if missing:
            return None, "not run at 8192 cubed: " + ", ".join(missing)
        return [self.times[slow] / self.times[fast] for slow, fast in pairs], ""

    def compare(self, claim, statement, claimed, criterion, slow, fast, outcome_of):
        """A claim about the times of two rows."""
        gains, measured = self.gains((slow, fast))
        if gains:
            times = ", ".join(f"{name} {self.times[name]:.3f} ms" for name in (slow, fast))
            measured = f"{times}; {gain_text(gains[0])}"
        self.add(claim, statement, claimed, criterion, measured, outcome_of(gains[0]) if gains else NOT_MEASURED)

    def faster(self, claim, statement, claimed, slow, fast, claimed_gain):
        """A claim that `fast` beats `slow` by a factor."""
        wanted = 1 + ENOUGH_OF_THE_EFFECT * (claimed_gain - 1)
        criterion = f"{fast} at least {gain_text(wanted)} ahead of {slow}"

        def outcome_of(gain):
            return HOLDS if gain >= wanted else IN_PART if gain > 1 + RESOLUTION else FAILS

        self.compare(claim, statement, claimed, criterion, slow, fast, outcome_of)

    def no_faster(self, claim, statement, claimed, base, changed):
        """A claim that `changed` is no faster than `base`."""
        criterion = f"{changed} at most {gain_text(1 + RESOLUTION)} ahead of {base}"
        self.compare(
            claim, statement, claimed, criterion, base, changed, lambda gain: HOLDS if gain <= 1 + RESOLUTION else FAILS
        )

    def profiled(self, claim, statement, claimed, criterion, metric, outcome_of):
        """A claim about V3 and V4 under the profiler."""
        v3, v4 = (self.metrics.get(name, {}).get(metric) for name in ("v3", "v4"))
        if v3 is None or v4 is None:
            self.add(claim, statement, claimed, criterion, "needs a profile by bench/profile.py", NOT_MEASURED)
        else:
            self.add(claim, statement, claimed, criterion, f"{v3:.1f}% to {v4:.1f}%", outcome_of(v3, v4))

    def raster_needs_mma(self):
        """The raster's gain with two stages, which issue less MMA a second, and with three."""
        gains, measured = self.gains(("v4:2-stages-swizzle-1", "v4:2-stages"), ("v4:swizzle-1", "v4"))
        outcome = NOT_MEASURED
        if gains:
            with_two, with_three = gains
            measured = f"{gain_text(with_two)} with 2 stages, {gain_text(with_three)} with 3"
            pays = with_three > 1 + RESOLUTION
            outcome = (
                HOLDS if pays and with_two <= 1 + RESOLUTION else IN_PART if pays and with_two < with_three else FAILS
            )
        threshold = gain_text(1 + RESOLUTION)
        self.add(
            "6",
            "the raster pays only once the kernel issues enough MMA",
            "no figures",
            f"swizzle size 4 over 1 gains more than {threshold} with 3 stages and no more than that with 2",
            measured,
            outcome,
        )

    def strips(self):
        """What a wave of CTAs touches in groups of four columns and in plain order, which is one group of all columns."""
        grouped, plain = strips_touched(8, 8, 16, 4), strips_touched(8, 8, 16, 8)
        self.add(
            "7",
            "16 CTAs on 8 x 8 tiles touch fewer strips of A and B in groups of 4 tile columns than in plain order",
            "8 against 10",
            "the same numbers",
            f"{grouped} against {plain}, counted with the project's rasterizer",
            HOLDS if (grouped, plain) == (8, 10) else FAILS,
        )


def judge(result, profiles=None):
    """The verdicts on all claims, in their order, from a result and perhaps profiles."""
    judge = Judge(result, profiles)
    judge.faster("1", "V4 is 12% ahead of V3", "V3 1.91 ms, V4 1.71 ms; +12%", "v3", "v4", 1.12)
    judge.no_faster(
        "2", "V4 with 2 stages is no faster than V3", "V3 1.91 ms, V4 with 2 stages 1.90 ms", "v3", "v4:2-stages"
    )
    judge.no_faster("2b", "the two consumer groups alone buy nothing", "no figures", "v3", "v4:2-groups-only")
    judge.faster(
        "3a", "the third stage pays", "2 stages 1.90 ms, 3 stages 1.71 ms; +11%", "v4:2-stages", "v4", 1.90 / 1.71
    )
    judge.no_faster("3b", "past three stages, depth alone stops helping", "no figures", "v4", "v4:4-stages")
    judge.profiled(
        "4",
        "the tensor pipe is busier in V4 than in V3",
        "75% to 80%",
        "V4 at least 2.5 points above V3",
        "tensor_pipe_percent",
        lambda v3, v4: HOLDS if v4 - v3 >= 2.5 else IN_PART if v4 > v3 else FAILS,
    )
    judge.profiled(
        "5",
        "V4 loads DRAM less than V3: both groups read the same B, the raster keeps it in L2",
        "61% to 27%",
        "V4 at most 0.72 of V3 (half of the claimed drop)",
        "dram_percent",
        lambda v3, v4: HOLDS if v4 <= 0.72 * v3 else IN_PART if v4 < v3 else FAILS,
    )
    judge.raster_needs_mma()
    judge.strips()
    judge.no_faster(
        "8",
        "2 arrivals a K-tile do for 256: letting every thread arrive is no faster",
        "2 against 256 barrier updates a K-tile",
        "v4",
        "v4:128-arrivals",
    )
    judge.no_faster(
        "waits",
        "acquire semantics cost nothing: relaxed waits, as published, are no faster",
        "published with relaxed waits",
        "v4",
        "v4:relaxed-waits",
    )
    return judge.verdicts
