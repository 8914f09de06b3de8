/** Runs something in this tab while no other tab of the site runs what has the same name; at once where a browser has no locks. */
export async function locked<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  // Outside of secure contexts it is missing, whatever its type says.
  if (!("locks" in navigator)) return run();
  return navigator.locks.request(name, run);
}
