import { cheapHash } from "../auth/passwords/testing.ts";
import { createTestApp } from "../testing.ts";

export const password = "a long enough password";
export const mail = {
  host: "mail.example.com",
  port: 465,
  security: "tls",
  user: "",
  from: "desk@example.com",
  to: [],
};
export const thiefsMail = { ...mail, host: "mail.thief.example" };

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A site whose owners are `one`, `two` and `three`, for tests of changes that carry trust. */
export async function createTrustTest(options: Parameters<typeof createTestApp>[0] = {}) {
  const desk = await createTestApp(options);
  const passwordHash = cheapHash(password);

  async function call(cookie: string, method: Method, path: string, payload?: object, headers = {}) {
    const url = `/api/${path}`;
    const sent = { method, url, headers: { cookie, ...headers }, ...(payload && { payload }) };
    const response = await desk.app.inject(sent);
    return { status: response.statusCode, body: response.json(), cookie: response.cookies[0] };
  }

  const poll = async () => {
    await desk.services.trust.poll();
    await desk.services.team.poll();
  };

  const addOwner = (id: string) =>
    desk.store.members.insert({ id, email: `${id}@example.com`, role: "owner", passwordHash }, desk.clock.now());

  return {
    ...desk,
    call,
    poll,
    addOwner,

    async addOwners(count: number): Promise<void> {
      for (const id of ["one", "two", "three"].slice(0, count)) await addOwner(id);
    },

    /** The cookie of a new session, as after a step-up. */
    async session(id: string): Promise<string> {
      return `session=${(await desk.services.sessions.start({ id, email: `${id}@example.com`, role: "owner" })).token}`;
    },

    /** Saves the settings with a change, as their form does. */
    async save(cookie: string, change: object) {
      const {
        version,
        mail: now,
        webhook,
        telegram,
        incoming,
        ...plain
      } = (await call(cookie, "GET", "settings")).body;
      const bare = (section: object | null) =>
        section && Object.fromEntries(Object.entries(section).filter(([name]) => !name.startsWith("has")));
      const sections = { mail: bare(now), webhook: bare(webhook), telegram: bare(telegram), incoming: bare(incoming) };
      return call(cookie, "PUT", "settings", { ...plain, ...sections, ...change }, { "if-match": `"${version}"` });
    },

    mailHost: async () => (await desk.services.settings.current()).mail?.host,

    waiting: async (cookie: string) =>
      (await call(cookie, "GET", "trust-changes")).body.changes.filter(
        ({ state }: { state: string }) => state === "waits",
      ),

    async advance(hours: number): Promise<void> {
      desk.clock.advance({ hours });
      await poll();
    },

    /** The payloads of the outbox's emails of a kind. */
    async emails(kind = "trust-change") {
      const rows = (await desk.dump()).outbox as Array<{ kind: string; channel: string; payload: string }>;
      const found = rows.filter((row) => row.kind === kind && row.channel === "email");
      return found.map(({ payload }) => JSON.parse(payload));
    },

    shown: async () => (await desk.services.channels.active()).channels.map(({ value }) => value),
  };
}
