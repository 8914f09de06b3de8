import { randomUUID } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import type { SetupState } from "#contract/setup.ts";
import { siteFieldsSchema } from "#contract/site/site.ts";
import { goodInquiry } from "../testing-api.ts";
import { createTestApp, type TestApp } from "../testing.ts";

let test: TestApp;
let cookie: string;
afterEach(() => test.close());

async function start(env: Record<string, string> = {}): Promise<void> {
  test = await createTestApp({ env });
  cookie = await test.signIn();
}

async function done(): Promise<string[]> {
  const response = await test.app.inject({ url: "/api/setup", headers: { cookie } });
  const { steps }: SetupState = response.json();
  return steps.filter(({ isDone }) => isDone).map(({ name }) => name);
}

it("has nothing done at the start, and says what each step lacks", async () => {
  await start();
  expect(await done()).toEqual([]);
  const { steps } = (await test.app.inject({ url: "/api/setup", headers: { cookie } })).json() as SetupState;
  expect(steps.find(({ name }) => name === "legal")?.fields).toContain("legal.grievanceOfficer");
  expect(steps.every(({ gaps, fields }) => gaps.length + fields.length > 0)).toBe(true);
});

it("says that another owner is invited, until they join", async () => {
  await start();
  const gaps = async () => {
    const { steps } = (await test.app.inject({ url: "/api/setup", headers: { cookie } })).json() as SetupState;
    return steps.find(({ name }) => name === "second-owner")?.gaps;
  };
  expect(await gaps()).toEqual(["one-owner"]);
  await test.services.team.invite({ email: "agent.two@example.com", role: "agent" }, test.member);
  expect(await gaps()).toEqual(["one-owner"]);
  await test.services.team.invite({ email: "second@example.com", role: "owner" }, test.member);
  expect(await gaps()).toEqual(["owner-invited"]);
});

it("counts the names and the legal particulars once no example is left", async () => {
  await start();
  const example = siteFieldsSchema.parse({});
  const values = {
    ...example,
    brands: {
      home: { ...example.brands.home, name: "Wicket Exchange", tagline: "Cricket, straight" },
      contact: { ...example.brands.contact, name: "Wicket Desk", tagline: "We answer" },
    },
    support: { email: "care@example.com" },
    legal: {
      ...example.legal,
      operator: "Wicket Sports LLP",
      address: "12 Example Road, Pune",
      grievanceOfficer: "A. Kulkarni",
      grievanceEmail: "grievance@example.com",
    },
  };
  const owner = { ...test.member, role: "owner" as const };
  expect(await test.services.siteSettings.save(values, 0, owner)).toEqual({ ok: true, isPending: false });
  expect(await done()).toEqual(["brand", "legal"]);
});

it("counts channels and hours as soon as they are there, and a message once it is answered, also when it is erased", async () => {
  await start();
  const hours = { timeZone: "Asia/Kolkata", weekly: [{ day: 1 as const, from: "09:00", to: "18:00" }], holidays: [] };
  const phone = { type: "phone" as const, value: "+91 90000 00001", isActive: true, proof: "" };
  const added = await test.services.channels.add(phone);
  expect(added.outcome).toBe("done");
  expect(await done()).toEqual(["channels"]);
  const [channel] = await test.services.channels.list();
  await test.services.channels.change({ id: channel?._id ?? "", fields: { hours } });
  const message = async () => {
    const { steps } = (await test.app.inject({ url: "/api/setup", headers: { cookie } })).json() as SetupState;
    return steps.find(({ name }) => name === "test-inquiry")?.gaps;
  };
  expect(await message()).toEqual(["no-inquiry"]);
  await test.app.inject({ method: "POST", url: "/api/contact-inquiries", payload: goodInquiry });
  expect([await done(), await message()]).toEqual([["channels", "hours"], ["no-reply"]]);
  const { id } = await test.db.selectFrom("inquiry").select("id").executeTakeFirstOrThrow();
  const reply = async () => {
    const { version } = await test.db.selectFrom("inquiry").select("version").executeTakeFirstOrThrow();
    const input = { id: randomUUID(), way: "page" as const, text: "It works.", status: undefined };
    expect(await test.services.replies.send(id, Number(version), input, test.member)).toMatchObject({ ok: true });
    return input.id;
  };
  expect(await test.services.replies.takeBack(await reply(), test.member)).toMatchObject({ ok: true });
  expect(await message()).toEqual(["no-reply"]);
  await reply();
  expect(await done()).toEqual(["channels", "hours", "test-inquiry"]);
  await test.services.inquiries.eraseByEmail(goodInquiry.email);
  expect(await done()).toEqual(["channels", "hours", "test-inquiry"]);
});

it("counts a public address only over https", async () => {
  await start({ PUBLIC_URL: "http://desk.example.com" });
  expect(await done()).toEqual([]);
  await test.close();
  test = await createTestApp({ env: { PUBLIC_URL: "https://desk.example.com" } });
  cookie = await test.signIn();
  expect(await done()).toEqual(["address"]);
});

it("counts mail once a test was taken by the mail server, not by its settings alone", async () => {
  await start();
  const { version, ...settings } = await test.services.settings.view();
  const mail = {
    host: "127.0.0.1",
    port: 9,
    security: "none" as const,
    user: "",
    from: "desk@example.com",
    to: ["team@example.com"],
  };
  await test.services.settings.save({ ...settings, mail, webhook: null, telegram: null, incoming: null }, version);
  await test.services.notifications.test("email");
  expect(await done()).not.toContain("mail");
  const about = { channel: "email", delivered: true };
  await test.services.audit.record({ kind: "delivery-tested", by: null, about });
  expect(await done()).toContain("mail");
});

it("asks for texts in other languages only once an owner has written some", async () => {
  await start();
  const languages = async () => {
    const { steps } = (await test.app.inject({ url: "/api/setup", headers: { cookie } })).json() as SetupState;
    return steps.find(({ name }) => name === "languages");
  };
  expect(await languages()).toBeUndefined();
  await test.services.channels.add({ type: "phone", value: "+91 90000 00001", isActive: true, proof: "Day and night" });
  expect(await languages()).toMatchObject({ isDone: false, gaps: ["texts-missing"] });
});

it("marks the public pages for owners alone while they have the names of the example", async () => {
  await start();
  const mark = "Not ready yet";
  const owners = async () => test.app.inject({ url: "/contact", headers: { cookie } });
  const first = await owners();
  expect(first.body).toContain(mark);
  expect(first.headers["cache-control"]).toBe("no-store");
  const agent = await test.signIn("agent");
  for (const headers of [{}, { cookie: agent }, { cookie: "session=x" }])
    expect((await test.app.inject({ url: "/contact", headers })).body).not.toContain(mark);
  const example = siteFieldsSchema.parse({});
  const [home, contact] = [example.brands.home, example.brands.contact].map((brand, at) => ({
    ...brand,
    name: `Wicket ${at}`,
    tagline: `We answer ${at}`,
  }));
  const legal = { ...example.legal, operator: "Wicket Sports LLP" };
  const values = { ...example, brands: { home, contact }, legal };
  await test.services.siteSettings.save(values, 0, { ...test.member, role: "owner" });
  expect((await owners()).body).not.toContain(mark);
});

it("names a From on a domain of no channel, until one is added", async () => {
  await start();
  const senders = async () => (await test.app.inject({ url: "/api/setup", headers: { cookie } })).json().senders;
  expect(await senders()).toEqual([]);
  const { settings, channels } = test.services;
  const { version, ...now } = await settings.view();
  const server = { host: "mail.example.com", port: 465, security: "tls", user: "", to: [] } as const;
  await settings.save({ ...now, mail: { ...server, from: "no-reply@exchange.example" } } as never, version);
  expect(await senders()).toEqual([
    { setting: "mail.from", address: "no-reply@exchange.example", suggested: "support@exchange.example" },
  ]);
  await channels.add({ type: "email", value: "support@exchange.example", isActive: true, proof: "" });
  expect(await senders()).toEqual([]);
});
