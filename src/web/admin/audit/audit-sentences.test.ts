import { describe, expect, it } from "vitest";
import { teamCopy } from "#copy/current.ts";
import type { AuditedChange, AuditEntryView } from "#contract/audit.ts";
import type { TeamChannel } from "#contract/channels/channel.ts";
import { type AuditFact, type AuditKind, auditKinds } from "#domain/audit.ts";
import { sentenceOf } from "./audit-sentences.ts";
import { toRows } from "./audit-rows.ts";

const entry = (kind: AuditKind, about: Record<string, AuditFact> = {}, at = "2026-11-23T03:00:00.000Z") =>
  ({ number: 1, at, kind, by: { id: "a", email: "asha.rao@example.com" }, about }) as AuditEntryView;
const emailOf = (id: string) => ({ r: "ravi@example.com" })[id];
const when = (at: string) => `${at.slice(8, 10)} Nov`;
const said = (...given: Parameters<typeof entry>) => {
  const { what, details } = sentenceOf(entry(...given), { emailOf, when });
  return [what, ...details.map(String)].join(" | ");
};

describe("an entry as a sentence", () => {
  it("is another one for each kind, without a hole where a fact is missing", () => {
    expect(new Set(auditKinds.map((kind) => teamCopy.audit.kinds[kind])).size).toBe(auditKinds.length);
    expect(new Set(auditKinds.map((kind) => said(kind))).size).toBe(auditKinds.length);
    for (const kind of auditKinds) expect(said(kind)).not.toMatch(/undefined|null|NaN/);
  });

  it.each<[AuditKind, Record<string, AuditFact>, string]>([
    ["signed-in", { device: "Chrome on Android", way: "passkey" }, "Signed in | with a passkey | Chrome on Android"],
    ["sign-in-refused", { member: null, device: null }, "Failed to sign in | with an unknown address"],
    [
      "sign-in-refused",
      { member: "r", way: "passkey", isClone: true },
      "Failed to sign in | as Ravi | with a copied passkey",
    ],
    [
      "site-changed",
      { names: ["brands.home.name", "support.email"] },
      "Changed what the site says | Name on the home page, Support address",
    ],
    ["site-changed", { names: ["figures.users"], confirmed: "10K+" }, "Confirmed the figure 10K+ | Users"],
    ["sessions-ended", { count: 3 }, "Ended 3 sessions | of their own"],
    ["member-changed", { member: "r", role: "owner", state: "active" }, "Changed Ravi | now an owner | active"],
    ["member-invited", { member: "gone", role: "agent" }, "Invited a member who is not listed | as an agent"],
    ["inquiries-reassigned", { member: "r", to: null, count: 1 }, "Reassigned an inquiry | from Ravi to nobody"],
    [
      "inquiries-exported",
      { chosen: false, expected: 12, filters: ["status"] },
      "Exported 12 inquiries | filtered by status",
    ],
    [
      "settings-changed",
      { names: ["retentionDays", "mail"], version: 3 },
      "Changed the settings | Days until inquiries are erased, Email",
    ],
    ["channels-changed", { change: 7, what: "edited", opens: true }, "Changed a channel | where a channel opens"],
    [
      "restored",
      { lost: 1, leftOut: 2, accepted: ["unsigned"] },
      "Restored a backup | 1 file was lost before | restored without 2 missing files | accepted: Unsigned",
    ],
  ])("%s with %o", (kind, about, sentence) => {
    expect(said(kind, about)).toBe(sentence);
  });

  const whatsapp: TeamChannel = {
    _id: "1",
    type: "whatsapp",
    value: "+91 90000 11111",
    isActive: true,
    proof: "",
    hours: null,
  };
  it.each<[string, Partial<AuditedChange>, unknown]>([
    [
      "another number",
      { kind: "edited", before: [whatsapp], after: [{ ...whatsapp, value: "+91 90000 22222", isActive: false }] },
      [
        { label: "WhatsApp", before: "+91 90000 11111", after: "+91 90000 22222" },
        { label: "WhatsApp", before: "shown", after: "hidden" },
      ],
    ],
    ["a new channel", { kind: "added", before: [], after: [whatsapp] }, ["WhatsApp +91 90000 11111"]],
    [
      "another description, approved",
      { kind: "edited", before: [whatsapp], after: [{ ...whatsapp, proof: "जमा" }], approvedBy: "ravi@example.com" },
      [{ label: "WhatsApp +91 90000 11111, description", before: "none", after: "जमा" }, "approved by Ravi"],
    ],
    [
      "many channels",
      { kind: "imported", before: [], after: Array.from({ length: 9 }, (_, at) => ({ ...whatsapp, _id: String(at) })) },
      [...Array.from({ length: 3 }, () => "WhatsApp +91 90000 11111"), "and 6 more"],
    ],
  ])("tells %s of a channel, before and after", (_name, change, details) => {
    const whole: AuditedChange = { number: 7, kind: "edited", before: [], after: [], ...change };
    expect(sentenceOf(entry("channels-changed", { change: 7 }), { emailOf, when, change: whole }).details).toEqual(
      details,
    );
  });
});

describe("entries of one action", () => {
  const second = (at: number) => `2026-11-23T03:00:${String(at).padStart(2, "0")}.000Z`;
  const lengths = (entries: AuditEntryView[]) => toRows(entries).map((row) => row.length);

  it("are one row, with their number", () => {
    const rows = toRows([9, 5, 2].map((at) => entry("inquiry-binned", { inquiry: String(at) }, second(at))));
    expect(rows).toHaveLength(1);
    const say = (isOpen: boolean) => sentenceOf(rows[0]![0], { emailOf, when, count: 3, isOpen }).what;
    expect([say(false), say(true)]).toEqual(["Moved 3 inquiries to the bin", "Moved 3 or more inquiries to the bin"]);
  });

  it("are not those of another time, person, reason or kind", () => {
    const one = entry("inquiry-erased", { inquiry: "1", reason: "team" }, second(9));
    expect(lengths([one, entry("inquiry-erased", { inquiry: "2", reason: "team" }, second(3))])).toEqual([1, 1]);
    expect(lengths([one, { ...one, by: null }])).toEqual([1, 1]);
    expect(lengths([one, entry("inquiry-erased", { inquiry: "2", reason: "request" }, second(9))])).toEqual([1, 1]);
    expect(lengths([one, entry("inquiry-binned", { inquiry: "2", reason: "team" }, second(9))])).toEqual([1, 1]);
    expect(lengths([entry("signed-in", {}, second(9)), entry("signed-in", {}, second(9))])).toEqual([1, 1]);
  });
});
