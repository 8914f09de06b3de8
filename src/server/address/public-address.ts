/**
 * The address that visitors use, as it is now: owners can change it while the server runs, so read it when it is
 * needed.
 */
export type PublicAddress = ReturnType<typeof createPublicAddress>;

/**
 * `fixed` is `PUBLIC_URL`, which nobody can change; without it, `use` sets what the owners have chosen. `changed` is
 * called after each change.
 */
export function createPublicAddress(deps: { fixed: URL | undefined; port: number; changed?: () => void }) {
  const { fixed, changed } = deps;
  let chosen: URL | undefined;
  let listens = `http://localhost:${deps.port}`;
  return {
    /** The public address; undefined while nobody has named one. */
    get url(): URL | undefined {
      return fixed ?? chosen;
    },

    /** The base of links: without a public address, where the server listens. */
    get origin(): string {
      return this.url?.origin ?? listens;
    },

    get isHttps(): boolean {
      return this.url?.protocol === "https:";
    },

    /** Whether `PUBLIC_URL` decides. */
    isFixed: fixed !== undefined,

    /** Sets the origin where the server listens, once known: the system may have chosen the port. */
    listensAt(origin: string): void {
      listens = origin;
    },

    /** Puts what the owners have chosen in effect; null if they have chosen none. */
    use(origin: string | null): void {
      if (fixed !== undefined || (chosen?.origin ?? null) === origin) return;
      chosen = origin === null ? undefined : new URL(origin);
      changed?.();
    },
  };
}
