export type OwnVersions = ReturnType<typeof createOwnVersions>;

/**
 * The versions that this member's changes have made. A change that waited for an earlier one is made on that one's
 * result, but never on a colleague's change, which the member had not seen.
 */
export function createOwnVersions() {
  const made = new Map<string, number>();
  const key = (id: string, version: number) => `${id} ${version}`;
  return {
    /** What the version of an inquiry that the member saw has become by their own changes alone. */
    latest(id: string, seen: number): number {
      let version = seen;
      for (let next = made.get(key(id, version)); next !== undefined; next = made.get(key(id, next))) version = next;
      return version;
    },
    /** A change on version `from` has made version `to`. */
    add(id: string, from: number, to: number): void {
      if (to > from) made.set(key(id, from), to);
    },
  };
}
