"""Figures of the machine: one SM, and the two proxies through which shared memory is accessed."""

from svg import Figure


def sm_overview() -> Figure:
    figure = Figure(
        "sm_overview",
        "One streaming multiprocessor of Hopper, as the kernels see it",
        "Four sub-partitions with a scheduler, registers and a tensor core each; below them the shared memory that all "
        "four read, with tiles and mbarriers in it; TMA copies tiles into it from L2 and HBM.", 720, 446)
    figure.rect(10, 40, 700, 320, stroke="line", radius=8, width=1.5)
    figure.text(22, 28, "SM: 132 of them on an H100 SXM or H200", 15, weight=600)
    figure.rect(24, 56, 672, 176, fill="none", stroke="blue", radius=6, dash="6 4", width=1.5)
    figure.text(36, 76, "warp group: 4 warps that issue a WGMMA together", 13, colour="blue", weight=600)
    for i in range(4):
        x = 36 + i * 164
        figure.rect(x, 88, 156, 134, fill="surface", radius=5)
        figure.text(x + 78, 106, f"sub-partition {i}", 13, "middle", weight=600)
        figure.box(x + 8, 114, 140, 26, f"scheduler: warp {i}", "blue", "blue-soft", 13)
        figure.box(x + 8, 144, 140, 38, ["registers, 64 KB:", "accumulators"], size=12, step=15)
        figure.box(x + 8, 186, 140, 28, "tensor core", "green", "green-soft", 13, weight=600)
    figure.rect(36, 268, 470, 78, fill="orange-soft", stroke="orange", radius=5, width=1.5)
    figure.text(48, 288, "shared memory: 228 KB, up to 227 KB a CTA", 13, weight=600)
    for i in range(3):
        figure.box(48 + i * 112, 298, 104, 38, [f"stage {i}", "tiles of A, B"], size=12, step=15)
    figure.box(386, 298, 108, 38, ["mbarriers", "full, empty"], "purple", "purple-soft", size=12, step=15)
    figure.box(556, 268, 128, 78, ["TMA", "copies boxes,", "reports bytes"], "red", "red-soft", 13)
    figure.line(556, 317, 512, 317, "red", 2, arrow=True)
    figure.line(270, 268, 270, 238, "green", 2, arrow=True)
    figure.text(282, 256, "WGMMA reads A and B from here", 13)
    figure.rect(10, 392, 700, 44, fill="surface", radius=6)
    figure.text(360, 419, "L2 cache, 50 MB (H100) or 60 MB (H200), shared by all SMs, and HBM behind it", 13, "middle")
    figure.line(620, 392, 620, 350, "red", 2, arrow=True)
    figure.text(632, 380, "tiles", 13)
    return figure


def proxies() -> Figure:
    figure = Figure(
        "proxies",
        "The generic and the async proxy, and what orders accesses to shared memory",
        "Four chains from a write to the read that needs it: ordinary stores that feed WGMMA, and mbarrier.init before "
        "TMA, need a fence; TMA that feeds WGMMA, and WGMMA before the next TMA write, need a wait and an arrival.",
        720, 456)
    figure.rect(20, 14, 14, 14, "blue-soft", "blue")
    figure.text(40, 26, "generic proxy: the threads' own accesses and waits", 13)
    figure.rect(420, 14, 14, 14, "orange-soft", "orange")
    figure.text(440, 26, "async proxy: TMA, WGMMA operands", 13)
    chains = [
        ("V1: threads write the tile, WGMMA reads it",
         [("blue", ["st.shared"]), ("green", ["fence.proxy.async"]), ("purple", ["__syncthreads"]), ("orange", ["WGMMA", "reads"])]),
        ("V2 to V4: a barrier is initialised, TMA completes bytes on it",
         [("blue", ["mbarrier.init"]), ("green", ["fence.", "mbarrier_init"]), ("purple", ["__syncthreads"]),
          ("orange", ["TMA", "completes bytes"])]),
        ("V2 to V4: TMA writes the tile, WGMMA reads it",
         [("orange", ["TMA", "writes"]), ("purple", ["full barrier:", "last byte"]), ("blue", ["mbarrier", "wait"]),
          ("orange", ["WGMMA", "reads"])]),
        ("V3, V4: WGMMA has read the tile, TMA writes the next one",
         [("orange", ["WGMMA", "reads"]), ("blue", ["wgmma", ".wait_group"]), ("purple", ["empty barrier:", "arrive, wait"]),
          ("orange", ["TMA", "writes"])]),
    ]
    for i, (title, steps) in enumerate(chains):
        y = 50 + i * 96
        figure.text(20, y + 12, title, 13, weight=600)
        for j, (colour, words) in enumerate(steps):
            x = 20 + j * 176
            figure.box(x, y + 22, 142, 46, words, colour, f"{colour}-soft", 13)
            if j:
                figure.line(x - 32, y + 45, x - 3, y + 45, "ink", 1.4, arrow=True)
    figure.text(20, 442, "Green: makes generic writes visible to the async proxy. Purple: what both sides meet at.", 13)
    return figure
