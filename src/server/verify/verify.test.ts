import { describe, expect, it } from "vitest";
import type { RetiredValue } from "#domain/channels/channel-list.ts";
import type { OfficialValues } from "../channels/channels.ts";
import { createVerify } from "./verify.ts";

const whatsapp = { _id: "1", type: "whatsapp", value: "+91 90000 00001", proof: "Deposits" } as const;
const phone = { _id: "2", type: "phone", value: "090000 00001", proof: "" } as const;
const telegram = { _id: "3", type: "telegram", value: "https://t.me/saffron_example", proof: "" } as const;
const second = { _id: "4", type: "telegram", value: "@saffron_second", proof: "" } as const;
const site = { _id: "5", type: "website", value: "https://example.com", proof: "" } as const;
const page = { _id: "6", type: "withdrawal_proof", value: "https://example.com/withdrawals", proof: "" } as const;
const current = [whatsapp, phone, telegram, second, site, page];

const until = Date.UTC(2026, 9, 31, 12);
const retired = (value: string, change: Partial<RetiredValue> = {}): RetiredValue => ({
  type: "telegram",
  value,
  from: null,
  until,
  replacedBy: null,
  ...change,
});

const verify = (text: string, change: Partial<OfficialValues> = {}) =>
  createVerify({
    official: async () => ({ isHidden: false, current, retired: [], ...change }),
    country: () => "IN",
  }).verify(text);
const shown = ({ type, value, proof }: { type: string; value: string; proof: string }) => ({ type, value, proof });

describe("what is official", () => {
  it("is returned with each matching channel, and where it opens", async () => {
    expect(await verify("wa.me/919000000001")).toEqual({
      verdict: "official",
      channels: [shown(whatsapp), shown(phone)],
    });
    expect(await verify("telegram.me/Saffron_Second")).toEqual({ verdict: "official", channels: [shown(second)] });
  });

  it("takes precedence over retired values and lookalikes", async () => {
    const old = [retired("@saffron_example")];
    expect(await verify("@saffron_example", { retired: old })).toMatchObject({ verdict: "official" });
    const twins = [telegram, { ...second, value: "@saffron_example1" }];
    expect(await verify("@saffron_example1", { current: twins })).toMatchObject({
      verdict: "official",
      channels: [{ value: "@saffron_example1" }],
    });
  });
});

describe("an address that the legal pages print", () => {
  const service = (change: Partial<OfficialValues> = {}) =>
    createVerify({
      official: async () => ({ isHidden: false, current, retired: [], ...change }),
      country: () => "IN",
      ownPlaces: async () => [{ type: "email", value: "grievance@desk.example", role: "grievance" }],
    });

  it("is ours without being a channel, and its lookalike an impostor", async () => {
    const address = { type: "email", value: "grievance@desk.example" };
    expect(await service().verify("Grievance@desk.example")).toMatchObject({
      verdict: "official",
      channels: [address],
    });
    expect(await service().verify("grievances@desk.example")).toMatchObject({ verdict: "impostor", like: address });
    expect(await service({ isHidden: true }).verify("grievance@desk.example")).toEqual({ verdict: "hidden" });
    expect(await verify("grievance@desk.example")).toEqual({ verdict: "unknown" });
  });
});

describe("a link that ends like a sentence", () => {
  it("is official on our host, and not listed on a shared host", async () => {
    const copied = "https://example.com/withdrawals.";
    expect(await verify(copied)).toEqual({ verdict: "official", channels: [shown(page)] });
    expect(await verify(copied, { current: [page] })).toEqual({ verdict: "unknown" });
    const old = [retired("https://example.com/before", { type: "website" })];
    expect(await verify("https://example.com/before,", { retired: old })).toMatchObject({ verdict: "retired" });
  });
});

describe("a page that is ours on a brand's host", () => {
  const proof = { ...page, value: "https://t.me/payouts_example/5" };

  it("makes only itself official", async () => {
    expect(await verify("t.me/payouts_example/5,", { current: [proof] })).toMatchObject({ verdict: "official" });
    for (const text of ["@payouts_example", "payouts_example", "t.me/payouts_example/6", "t.me/payouts_example"]) {
      expect(await verify(text, { current: [proof] })).toEqual({ verdict: "unknown" });
      expect(await verify(text, { current: [], retired: [retired(proof.value, { type: "website" })] })).toEqual({
        verdict: "unknown",
      });
    }
  });
});

describe("a short number", () => {
  it("is not a lookalike of another: all of them are services", async () => {
    const services = [{ ...phone, value: "14416" }];
    for (const text of ["14417", "1441", "144166"])
      expect(await verify(text, { current: services })).toEqual({ verdict: "unknown" });
  });
});

it("reads our numbers again when an owner has changed the country", async () => {
  let country = "IN";
  const old = retired("020 7946 0018", { type: "phone" });
  const service = createVerify({
    official: async () => ({ isHidden: false, current: [{ ...phone, value: "020 7946 0000" }], retired: [old] }),
    country: () => country,
  });
  const verdicts = async (...texts: string[]) =>
    (await Promise.all(texts.map((text) => service.verify(text)))).map(({ verdict }) => verdict);
  expect(await verdicts("+91 20 7946 0000", "+91 20 7946 0018")).toEqual(["official", "retired"]);
  country = "GB";
  expect(await verdicts("+44 20 7946 0000", "+44 20 7946 0018")).toEqual(["official", "retired"]);
});

it("reads each retired value once", async () => {
  let reads = 0;
  const many = Array.from({ length: 6000 }, (_none, at) => {
    return Object.defineProperty(retired(""), "value", { get: () => `@left_${(reads += 1) && at}` });
  });
  const service = createVerify({
    official: async () => ({ isHidden: false, current, retired: [...many] }),
    country: () => "IN",
  });
  for (const text of ["@left_5999", "@somebody_else", "@left_0"]) await service.verify(text);
  expect(reads).toBe(6000);
});

describe("what was official", () => {
  const at = new Date(until).toISOString();

  it("is returned with its last day and the channel that replaced it", async () => {
    expect(await verify("t.me/Saffron_Old", { retired: [retired("@saffron_old", { replacedBy: "4" })] })).toEqual({
      verdict: "retired",
      type: "telegram",
      until: at,
      replacedBy: [shown(second)],
    });
  });

  it.each([
    ["nothing is known to have replaced it", null],
    ["what replaced it is gone, too", "gone"],
  ])("is answered with all channels of its type if %s", async (_what, replacedBy) => {
    expect(await verify("@saffron_old", { retired: [retired("@saffron_old", { replacedBy })] })).toMatchObject({
      replacedBy: [shown(telegram), shown(second)],
    });
  });

  it("is returned without a replacement if no channel of its type is left", async () => {
    const old = [retired("https://x.com/saffron_old", { type: "twitter" })];
    expect(await verify("twitter.com/saffron_old", { retired: old })).toMatchObject({ replacedBy: [] });
  });

  it("is returned with its latest last day, and before a lookalike", async () => {
    const old = [retired("@saffron_exampl"), retired("@saffron_exampl", { until: until + 1000 })];
    expect(await verify("@saffron_exampl", { retired: old })).toMatchObject({
      verdict: "retired",
      until: new Date(until + 1000).toISOString(),
    });
  });
});

describe("what looks like one of ours", () => {
  it.each([
    ["@saffron_examp1e", telegram],
    ["https://t.me.evil.example/saffron_example", telegram],
    ["+91 90000 00002", whatsapp],
    ["https://examp1e.com/login", site],
    ["https://example.com.evil.test", site],
  ])("%s is called an impostor, with the true one", async (text, like) => {
    expect(await verify(text)).toMatchObject({ verdict: "impostor", like: shown(like) });
  });

  it("is returned with the differing parts", async () => {
    expect(await verify("@saffron_exаmple")).toMatchObject({
      difference: {
        reason: "alphabet",
        asked: [
          { text: "@saffron_ex", differs: false },
          { text: "а", differs: true },
          { text: "mple", differs: false },
        ],
      },
    });
  });

  it("does not exist on our own site, where every page is ours", async () => {
    expect(await verify("https://example.com/withdrawal")).toEqual({ verdict: "official", channels: [shown(site)] });
    expect(await verify("https://example.com/withdrawal", { current: [page] })).toMatchObject({ verdict: "impostor" });
  });
});

describe("while all channels are hidden", () => {
  const hidden = { isHidden: true, retired: [retired("@saffron_old", { replacedBy: "4" })] };

  it("reports it for each of them, and names none in any response", async () => {
    expect(await verify("@saffron_example", hidden)).toEqual({ verdict: "hidden" });
    expect(await verify("@saffron_examp1e", hidden)).toEqual({ verdict: "impostor", like: null, difference: null });
    expect(await verify("@saffron_old", hidden)).toMatchObject({ verdict: "retired", replacedBy: [] });
    expect(await verify("@somebody_else", hidden)).toEqual({ verdict: "unknown" });
  });
});

describe("anything else", () => {
  it.each(["@somebody_else", "+44 20 0000 0000", "https://example.org", "asha@example.com", "1930"])(
    "%s is not on the list",
    async (text) => {
      expect(await verify(text)).toEqual({ verdict: "unknown" });
    },
  );

  it.each(["who are you?", "@", "javascript:alert(1)"])("%s cannot be read", async (text) => {
    expect(await verify(text)).toEqual({ verdict: "unreadable" });
  });

  it("is answered without any channels", async () => {
    expect(await verify("@saffron_example", { current: [] })).toEqual({ verdict: "unknown" });
  });
});
