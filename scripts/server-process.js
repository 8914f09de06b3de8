/**
 * How the process that serves is started. Its young objects live for one answer, so little room for them does as well as much; and the
 * threads that compress pages get no memory of their own (glibc's arenas), which they would keep. Together some 25 MB.
 */
export const serverFlags = ["--disable-warning=ExperimentalWarning", "--max-semi-space-size=4"];
export const serverEnvironment = { MALLOC_ARENA_MAX: "1" };
