/** Runs a function under a lock of this name, shared by the site's tabs; at once if the browser has no locks. */
export async function locked<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  // Missing outside secure contexts, whatever its type says.
  if (!("locks" in navigator)) return run();
  return navigator.locks.request(name, run);
}
