import type { PublicAddress } from "../address/public-address.ts";
import type { Member } from "#contract/auth/session.ts";
import { type SetupGap, type SetupState, type SetupStep, setupSteps, type SupportState } from "#contract/setup.ts";
import { examplesIn, type Site } from "#contract/site/site.ts";
import type { Audit } from "../audit/audit.ts";
import type { Owners } from "../auth/team/owners.ts";
import type { BackupState } from "#contract/backup.ts";
import type { Channels } from "../channels/channels.ts";
import type { SettingsService } from "../settings/settings.ts";

import { furtherLanguages } from "#domain/further-languages.ts";
import { missingTexts } from "../site/missing-texts.ts";
import { sendersWithoutChannel } from "./senders.ts";

export type Setup = ReturnType<typeof createSetup>;

/** The setup checklist for owners, computed from the current state. */
export function createSetup(deps: {
  site: Site;
  address: Pick<PublicAddress, "url">;
  channels: Pick<Channels, "list">;
  settings: Pick<SettingsService, "current">;
  siteSettings: { undecidedFigures: () => Promise<Record<"shown" | "offered", readonly string[]>> };
  audit: Pick<Audit, "newest">;
  owners: Pick<Owners, "list" | "isOneInvited">;
  secondFactor: {
    view: (
      memberId: string,
      hostname: string,
    ) => Promise<{ passkeys: unknown[]; hasCodes: boolean; recoveryCodesLeft: number }>;
  };
  supportTest: { state: () => Promise<SupportState> };
  backups: { state: () => Promise<BackupState> };
  /** Returns whether there is an inquiry. */
  hasInquiries: () => Promise<boolean>;
  now: () => number;
}) {
  const { site } = deps;

  /** A test that has arrived at the support address proves the mail server as well. */
  async function mail(hasArrived: boolean): Promise<SetupGap[]> {
    if ((await deps.settings.current()).mail === null) return ["no-mail"];
    if (hasArrived) return [];
    const tested = await deps.audit.newest(
      "delivery-tested",
      ({ about }) => about["channel"] === "email" && about["delivered"] === true,
    );
    return tested === null ? ["mail-untested"] : [];
  }

  function legal(): string[] {
    const { operator, address, grievanceOfficer, grievanceEmail } = site.legal;
    const values = {
      "legal.operator": examplesIn(site).includes("legal.operator") ? undefined : operator,
      "legal.address": address,
      "legal.grievanceOfficer": grievanceOfficer,
      "legal.grievanceEmail": grievanceEmail,
    };
    return Object.entries(values).flatMap(([path, value]) => (value === undefined ? [path] : []));
  }

  async function secondOwner(): Promise<SetupGap[]> {
    if ((await deps.owners.list()).length > 1) return [];
    return [(await deps.owners.isOneInvited()) ? "owner-invited" : "one-owner"];
  }

  async function backups(): Promise<SetupGap[]> {
    const { everyHours, last } = await deps.backups.state();
    if (everyHours === 0) return ["no-backups"];
    return last === null ? ["no-backup-yet"] : [];
  }

  function publicAddress(): SetupGap[] {
    const { url } = deps.address;
    if (url === undefined) return ["no-public-url"];
    return url.protocol === "https:" ? [] : ["not-https"];
  }

  /** The audit log knows of a reply also when its inquiry is erased. */
  async function testInquiry(): Promise<SetupGap[]> {
    const takenBack = await deps.audit.newest("reply-taken-back", () => true);
    const reply = await deps.audit.newest(
      "inquiry-replied",
      ({ number, about }) =>
        takenBack === null || about["inquiry"] !== takenBack.about["inquiry"] || number > takenBack.number,
    );
    if (reply !== null) return [];
    return [(await deps.hasInquiries()) ? "no-reply" : "no-inquiry"];
  }

  const unless = (isDone: boolean, gap: SetupGap): SetupGap[] => (isDone ? [] : [gap]);

  return {
    async state({ id }: Pick<Member, "id">): Promise<SetupState> {
      const factors = await deps.secondFactor.view(id, "localhost");
      const channels = await deps.channels.list();
      const active = channels.filter(({ isActive }) => isActive);
      const support = await deps.supportTest.state();
      const figures = await deps.siteSettings.undecidedFigures();
      const texts = missingTexts(site, deps.now());
      const inLanguages = furtherLanguages.map((language) => ({
        language,
        texts: texts.filter((one) => one.language === language).length,
        descriptions: active.filter(({ proof, translations }) => proof !== "" && !translations?.[language]).length,
      }));
      const missing = inLanguages.filter((one) => one.texts + one.descriptions > 0);
      const gaps: Record<Exclude<SetupStep, "brand" | "legal">, SetupGap[]> = {
        figures: unless(figures.offered.length === 0, "figures-offered"),
        address: publicAddress(),
        "second-factor": unless(factors.hasCodes || factors.passkeys.length > 0, "no-second-factor"),
        "recovery-codes": unless(factors.recoveryCodesLeft > 0, "no-recovery-codes"),
        channels: unless(active.length > 0, "no-channel"),
        hours: unless(
          active.some(({ hours }) => (hours ?? null) !== null),
          "no-hours",
        ),
        languages: unless(missing.length === 0, "texts-missing"),
        mail: await mail(support.hasArrived),
        support: support.source === "nobody" ? ["support-unset"] : unless(support.hasArrived, "support-untested"),
        "second-owner": await secondOwner(),
        backups: await backups(),
        "test-inquiry": await testInquiry(),
      };
      const fields: Partial<Record<SetupStep, string[]>> = {
        brand: examplesIn(site).filter((path) => path.startsWith("brands.")),
        figures: figures.shown.map((name) => `figures.${name}`),
        legal: legal(),
      };
      const lacking: Partial<Record<SetupStep, SetupGap[]>> = gaps;
      return {
        support,
        missing,
        senders: sendersWithoutChannel(await deps.settings.current(), channels),
        // There is nothing to translate before an owner has written something.
        steps: setupSteps
          .filter((name) => name !== "languages" || missing.length > 0)
          .map((name) => {
            const left = { gaps: lacking[name] ?? [], fields: fields[name] ?? [] };
            return { name, isDone: left.gaps.length + left.fields.length === 0, ...left };
          }),
      };
    },
  };
}
