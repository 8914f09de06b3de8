export type OwnVersions = ReturnType<typeof createOwnVersions>;

/**
 * The versions that this member's changes have made. A change that waited for an earlier one is made on that one's
 * result, but never on a colleague's change, which the member had not seen.
 */
export function createOwnVersions() {
  const made = new Map<string, number>();
  const key = (id: string, version: number) => `${id} ${version}`;

  /** Returns the version that the member's own changes alone have made of the one that they saw. */
  function latest(id: string, seen: number): number {
    let version = seen;
    for (let next = made.get(key(id, version)); next !== undefined; next = made.get(key(id, next))) version = next;
    return version;
  }

  /** A change on version `from` has made version `to`. */
  function add(id: string, from: number, to: number): void {
    if (to > from) made.set(key(id, from), to);
  }

  return {
    latest,
    add,

    /** Makes a change of an inquiry on the latest version. @throws what `change` throws */
    async make<After extends { version: number }>(
      id: string,
      seen: number,
      change: (version: number) => Promise<After>,
    ): Promise<After> {
      const version = latest(id, seen);
      const after = await change(version);
      add(id, version, after.version);
      return after;
    },
  };
}
