import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inLanguage } from "#copy/current.ts";
import { say } from "#copy/server/say.ts";
import { inboxActions, securityEvents } from "#domain/delivery.ts";
import { type TeamLanguage, teamLanguages } from "#domain/languages.ts";
import { trustKindNames, trustStates } from "#domain/trust-changes.ts";
import { changeKinds, type Channel, type NotifiedChange } from "#domain/channels/channel-list.ts";
import { goodInquiry } from "../testing-api.ts";
import { changeNotification, changeWithoutDetails } from "./channel-copy.ts";
import {
  answerNotification,
  type EmailText,
  failureNotification,
  inquiryNotification,
  linkFor,
  memberNotification,
  supportTestOf,
  testOf,
} from "./copy.ts";
import { inboxNotification, lateAnswersNotification, securityNotification, siteNotification } from "./event-copy.ts";
import { createDeliveries } from "./testing-deliveries.ts";
import { trustNotification } from "./trust-copy.ts";

const origin = "https://desk.example.com";
const at = Date.UTC(2026, 10, 28, 6, 58);
const where = { origin, timeZone: "Asia/Kolkata" };
const [actor, about, member] = ["asha@example.com", "ravi@example.com", "new@example.com"];
const fields = { name: "श्याम", phone: "+91 90000 00009", email: "s@example.com", city: "दिल्ली", query: "नमस्ते" };
const inquiry = { id: "1", reference: "K7P-4MX", receivedAt: at, reported: "+91 90000 00008", fields };

const channel: Channel = { id: "1", type: "whatsapp", value: "+91 90000 00001", isActive: true, proof: "" } as Channel;
const schedules = [undefined, { from: at, until: null }, { from: at, until: at + 1 }];
const waits = [undefined, { publishAt: null }, { publishAt: at }];
const rule = { before: { kind: "none" }, after: { kind: "delay", minutes: 5 } };
const changes = changeKinds.flatMap((kind) =>
  waits.flatMap((wait) =>
    schedules.flatMap((schedule) =>
      [undefined, rule].map((rules) => {
        const before = [channel, { ...channel, id: "2" }];
        const after = [
          { ...channel, proof: "जमा", isActive: false },
          { ...channel, id: "3" },
        ];
        return { kind, at, by: null, approvedBy: null, before, after, waits: wait, rule: rules, schedule };
      }),
    ),
  ),
) as unknown as NotifiedChange[];

/** Each email to the team, with everything that it may say. */
const emails: Record<string, () => EmailText[]> = {
  inquiry: () =>
    (["message", "impostor"] as const).flatMap((kind) =>
      (["new", "suspected"] as const).map((status) =>
        inquiryNotification({ ...inquiry, kind, status, language: "ta" } as never, "all", origin, 260),
      ),
    ),
  answer: () =>
    [true, false].map((isProven) =>
      answerNotification({ ...inquiry, answer: "धन्यवाद", isProven, language: "ta" } as never, "all", origin),
    ),
  undelivered: () => [failureNotification(inquiry as never, say("delivery.unproved-address"), origin)],
  bell: () =>
    (["mention", "assignment", "answer", "undelivered"] as const).flatMap((kind) => {
      const entry = { kind, id: "1", reference: "K7P-4MX" };
      return [[entry], Array.from({ length: 40 }, () => entry)].map((due) => memberNotification(due as never, origin));
    }),
  link: () =>
    (["owner", "agent"] as const).flatMap((role) =>
      (["invitation", "password-reset"] as const).flatMap((kind) =>
        [1, 24].flatMap((hours) =>
          [actor, null].map((who) => linkFor(kind, { origin, token: "T", hours, brand: "Saffron", role, by: who })),
        ),
      ),
    ),
  test: () => {
    const site = { brands: { home: { name: "Saffron" } } } as never;
    return [testOf(site), supportTestOf(site, "123456")];
  },
  security: () =>
    securityEvents.flatMap((notice) => [
      securityNotification({ notice, at, device: null }, where),
      securityNotification({ notice, at, device: "Firefox", about, by: actor }, where),
    ]),
  inbox: () =>
    inboxActions.flatMap((notice) =>
      [1, 5, null].flatMap((count) =>
        [true, false].map((oneByOne) => inboxNotification({ notice, count, by: actor, at, oneByOne }, where)),
      ),
    ),
  late: () => [lateAnswersNotification({ promised: "5 मिनट", median: 90, at }, where)],
  site: () =>
    [true, false].flatMap((isWaiting) =>
      [actor, null].map((who) => {
        const notices = ["notices", "brands.home.name", "translations.hi.homeLead"];
        const all = notices.map((path) => ({ path, before: "पहले ".repeat(200), after: "बाद" }));
        return siteNotification({ by: who, waits: isWaiting, changes: all, at }, { ...where, maxCharacters: 900 });
      }),
    ),
  channels: () => [changeWithoutDetails(origin), ...changes.map((change) => changeNotification(change, where))],
  trust: () =>
    trustKindNames.flatMap((kind) =>
      trustStates.flatMap((state) =>
        [at, null].map((from) => trustNotification({ kind, state, by: null, member, fields: [], at, from }, where)),
      ),
    ),
};

/** Two English words in a row, without addresses of people and pages, names, and the name of a setting. */
function englishIn(text: string): string[] {
  const words = text
    .replaceAll(/https?:\S+|\S+@\S+|figures\.messageResponse/g, "")
    .match(/\b[a-z][a-z']+(?:\s+[a-z][a-z']+)+/gi);
  return (words ?? []).filter((found) => !/^(?:Saffron|Telegram|WhatsApp|API)$/.test(found));
}

it.each(Object.entries(emails))("%s is in both languages: none has English in Hindi", (_name, make) => {
  const [english, hindi] = teamLanguages.map((language) => inLanguage(language, make));
  expect(hindi).toHaveLength(english?.length ?? 0);
  hindi?.forEach(({ subject, text }, at_) => {
    const { subject: title, text: said } = english?.[at_] ?? { subject: "", text: "" };
    for (const found of [subject, text]) {
      expect(found).toMatch(/[ऀ-ॿ]/);
      expect(englishIn(found), found).toEqual([]);
      expect(found).not.toMatch(/undefined|null|NaN|\[object/);
    }
    expect(title).not.toMatch(/[ऀ-ॿ]/);
    expect(text).not.toBe(said);
    // Links lead to the pages in the same language.
    for (const link of text.match(/https:\/\/\S+/g) ?? []) expect(link).toMatch(/\.com\/hi\/ContactAdmin/);
    for (const link of said.match(/https:\/\/\S+/g) ?? []) expect(link).toMatch(/\.com\/ContactAdmin/);
  });
});

it("says times by the clock of the language", () => {
  const [english, hindi] = teamLanguages.map((language) => inLanguage(language, () => emails["late"]?.()[0]?.text));
  expect([english, hindi].map((text) => text?.includes("28"))).toEqual([true, true]);
  const when = (language: TeamLanguage) =>
    /^.*2026.*$/m.exec(inLanguage(language, () => trustNotification(trust, where).text))?.[0];
  const trust = { kind: "mail", state: "done", by: actor, member: null, fields: [], at, from: null } as const;
  expect(teamLanguages.map(when)).toEqual([
    "When: 28 November 2026, 12:28 pm, Indian time (IST)",
    "कब: 28 नवंबर 2026, दोपहर 12:28 बजे, भारतीय समय (IST)",
  ]);
});

describe("the language of what is sent", () => {
  let desk: Awaited<ReturnType<typeof createDeliveries>>;
  beforeEach(async () => {
    desk = await createDeliveries(origin);
    await desk.signIn();
    desk.services.notifications.start({
      origin,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
  });
  afterEach(() => desk.close());

  const save = async (teamLanguage: TeamLanguage, recipients: string[]) => {
    const { version } = await desk.services.settings.view();
    const mail = desk.input.mail && { ...desk.input.mail, to: recipients };
    await desk.services.settings.save({ ...desk.input, mail, teamLanguage }, version);
  };
  const textsTo = (address: string) =>
    desk.mailServer.mails.filter(({ to }) => to[0] === address).map(({ text }) => text);

  it("is the member's, or the team's for other addresses and Telegram; links of programs stay", async () => {
    await save("hi", ["team@example.com", desk.member.email]);
    await desk.store.ownSettings.change(desk.member.id, { mailLanguage: "en" });
    const { reference } = await desk.services.inquiries.submit(goodInquiry);
    await desk.settled();
    expect(textsTo("team@example.com").join("")).toContain(`संदेश ${reference} आया है।`);
    expect(textsTo(desk.member.email).join("")).toContain(`Inquiry ${reference} has arrived.`);
    expect(JSON.parse(desk.telegram.calls[0]?.body ?? "").text).toContain(`संदेश ${reference} आया है।`);
    expect(JSON.parse(desk.hook.calls[0]?.body ?? "").data.link).toMatch(/\.com\/ContactAdmin\/inquiries/);
  });

  it("is the member's own for a warning and a link, and the inviter's for an invitation", async () => {
    await save("en", []);
    await desk.store.ownSettings.change(desk.member.id, { mailLanguage: "hi" });
    await desk.services.outbox.notifyMember(desk.member.id, "new-device", null);
    await desk.services.outbox.add({ kind: "password-reset", memberId: desk.member.id });
    const invited = { id: "invited", email: member, role: "agent" as const, passwordHash: "none" };
    await desk.store.members.insert(invited, desk.clock.now());
    await desk.services.outbox.add({ kind: "invitation", memberId: "invited", by: desk.member.id });
    await desk.settled();
    expect(textsTo(desk.member.email).join("\n")).toMatch(/नए डिवाइस|ब्राउज़र से साइन इन/);
    expect(textsTo(desk.member.email).join("\n")).toContain(`${origin}/hi/ContactAdmin/password#reset=`);
    expect(textsTo(member).join("\n")).toContain("एजेंट के रूप में आमंत्रित किया है");
  });
});
