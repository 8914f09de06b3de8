/**
 * Flags and environment of the server process. Young objects live for one response, so a small semi-space is enough; a
 * single glibc arena avoids memory that the compressing threads would keep. Saves about 25 MB. glibc's own limit, once
 * set, stays where it is: what is larger goes back to the system when it is freed, which saves 5 to 10 MB.
 */
export const serverFlags = ["--disable-warning=ExperimentalWarning", "--max-semi-space-size=4"];
export const serverEnvironment = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "131072" };
