"""What the PTX of each version must and must not hold: the instructions that its lesson is about."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Rule:
    """`pattern` is a regular expression over one PTX instruction; `why` ends the sentence "expected, because ..."."""

    pattern: str
    why: str


@dataclass(frozen=True)
class Lesson:
    required: tuple[Rule, ...]
    forbidden: tuple[Rule, ...]


WGMMA = (
    Rule(r"wgmma\.fence\.sync\.aligned", "accumulators are handed over to WGMMA"),
    Rule(r"wgmma\.mma_async\.sync\.aligned", "the tensor cores multiply"),
    Rule(r"wgmma\.commit_group\.sync\.aligned", "MMAs are waited for in groups"),
    Rule(r"wgmma\.wait_group\.sync\.aligned 0", "each K-tile's MMAs are waited for"),
)
TMA = (
    Rule(r"cp\.async\.bulk\.tensor\.2d\.shared::(cluster|cta)\.global", "the copy engine loads the tiles"),
    Rule(r"mbarrier\.init", "a barrier tells when a stage is full"),
    Rule(r"fence\.mbarrier_init", "the copy engine must see the barriers initialised"),
    Rule(r"mbarrier\.arrive\.expect_tx", "a full barrier counts bytes"),
    Rule(r"mbarrier\.try_wait\.parity", "a stage is waited for by its phase"),
)
SPECIALIZED = TMA + (
    Rule(r"mbarrier\.arrive\.shared", "consumers release a stage by arriving on its empty barrier"),
    Rule(r"elect\.sync", "one thread of the producer warp issues the loads"),
)
NO_COPIES_BY_HAND = (
    Rule(r"fence\.proxy\.async", "what TMA writes is in the async proxy already"),
    Rule(r"st\.shared", "no thread stores tiles by hand"),
)
ACQUIRE_ONLY = (Rule(r"mbarrier\.try_wait\S*\.relaxed", "waits acquire"),)

LESSONS = {
    "v1": Lesson(
        required=WGMMA
        + (
            Rule(r"st\.shared\.v4", "every thread stores 16-byte chunks"),
            Rule(r"fence\.proxy\.async", "WGMMA reads what ordinary stores wrote"),
            Rule(r"bar\.sync|barrier\.sync", "the threads of the CTA take turns"),
        ),
        forbidden=(
            Rule(r"cp\.async\.bulk", "TMA is the next lesson"),
            Rule(r"mbarrier\.", "mbarriers are the next lesson"),
        ),
    ),
    "v2": Lesson(
        required=WGMMA + TMA,
        forbidden=NO_COPIES_BY_HAND
        + ACQUIRE_ONLY
        + (Rule(r"mbarrier\.arrive\.shared", "empty barriers are the next lesson"),),
    ),
    "v3": Lesson(required=WGMMA + SPECIALIZED, forbidden=NO_COPIES_BY_HAND + ACQUIRE_ONLY),
    "v4": Lesson(required=WGMMA + SPECIALIZED, forbidden=NO_COPIES_BY_HAND),
}

# Further rules for single kernels: version, then the end of the kernel's short name.
KERNELS = {
    "v1": {
        "Default": Lesson(required=(Rule(r"wgmma\S*\.m64n128k16\.f32\.f16\.f16", "the tile is 128 wide"),), forbidden=()),
    },
    "v2": {},
    "v3": {},
    "v4": {
        "Tuned<3, 4, 256, 2>": Lesson(
            required=(Rule(r"wgmma\S*\.m64n256k16\.f32\.f16\.f16", "a consumer group multiplies 64 x 256"),),
            forbidden=ACQUIRE_ONLY,
        ),
        "Tuned<3, 4, 256, 2>, RelaxedWaits<3>": Lesson(
            required=(Rule(r"mbarrier\.try_wait\S*\.relaxed", "this configuration waits without acquiring"),),
            forbidden=(Rule(r"mbarrier\.try_wait\S*\.acquire", "this configuration waits without acquiring"),),
        ),
    },
}
