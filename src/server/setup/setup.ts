import type { Member } from "#contract/session.ts";
import type { SetupState, SetupStep } from "#contract/setup.ts";
import { examplesIn, type Site } from "#contract/site.ts";
import { siteLabel } from "#domain/site-fields.ts";
import type { Audit } from "../audit/audit.ts";
import type { Owners } from "../auth/team/owners.ts";
import type { BackupState } from "#contract/backup.ts";
import type { Contacts } from "../channels/contacts.ts";
import type { SettingsService } from "../settings/settings.ts";

export type Setup = ReturnType<typeof createSetup>;

/** Tells owners what is left to do before visitors come; each step is computed from what is so. */
export function createSetup(deps: {
  site: Site;
  publicUrl: URL | undefined;
  contacts: Pick<Contacts, "list">;
  settings: Pick<SettingsService, "current">;
  audit: Pick<Audit, "newest">;
  owners: Pick<Owners, "list">;
  secondFactor: {
    view: (
      memberId: string,
      hostname: string,
    ) => Promise<{ passkeys: unknown[]; hasCodes: boolean; recoveryCodesLeft: number }>;
  };
  backups: { state: () => Promise<BackupState> };
  /** Whether any inquiry has ever come. */
  hasInquiries: () => Promise<boolean>;
}) {
  const { site, publicUrl } = deps;

  async function mail(): Promise<string[]> {
    if ((await deps.settings.current()).mail === null) return ["Mail is not set up."];
    const tested = await deps.audit.newest(
      "delivery-tested",
      ({ about }) => about["channel"] === "email" && about["delivered"] === true,
    );
    return tested === null ? ["Send a test, to see that it arrives."] : [];
  }

  function legal(): string[] {
    const { operator, address, grievanceOfficer, grievanceEmail } = site.legal;
    const values = {
      "legal.operator": examplesIn(site).includes("legal.operator") ? undefined : operator,
      "legal.address": address,
      "legal.grievanceOfficer": grievanceOfficer,
      "legal.grievanceEmail": grievanceEmail,
      "support.email": site.support.email,
    };
    return Object.entries(values).flatMap(([path, value]) => (value === undefined ? [siteLabel(path)] : []));
  }

  async function backups(): Promise<string[]> {
    const { everyHours, last } = await deps.backups.state();
    if (everyHours === 0)
      return [
        "Set BACKUP_DIR, BACKUP_EVERY_HOURS and BACKUP_PASSPHRASE on the server, and start it again. Keep the " +
          "passphrase elsewhere, too: without it no backup can be read.",
      ];
    return last === null ? ["The first one has not been made yet."] : [];
  }

  function publicAddress(): string[] {
    if (publicUrl === undefined)
      return ["Set PUBLIC_URL on the server to the address that visitors use, and start it again."];
    return publicUrl.protocol === "https:" ? [] : ["PUBLIC_URL does not start with https://."];
  }

  const unless = (isDone: boolean, missing: string): string[] => (isDone ? [] : [missing]);

  return {
    async state({ id }: Pick<Member, "id">): Promise<SetupState> {
      const factors = await deps.secondFactor.view(id, "localhost");
      const channels = await deps.contacts.list();
      const active = channels.filter(({ isActive }) => isActive);
      const missing: Record<SetupStep, string[]> = {
        address: publicAddress(),
        "second-factor": unless(factors.hasCodes || factors.passkeys.length > 0, "A password alone can be stolen."),
        "recovery-codes": unless(factors.recoveryCodesLeft > 0, "They open your account if the second factor is lost."),
        brand: examplesIn(site)
          .filter((path) => path.startsWith("brands."))
          .map(siteLabel),
        legal: legal(),
        channels: unless(active.length > 0, "Visitors see no way to reach you yet."),
        hours: unless(
          active.some(({ hours }) => (hours ?? null) !== null),
          "Without hours, no channel says when somebody answers.",
        ),
        mail: await mail(),
        "second-owner": unless(
          (await deps.owners.list()).length > 1,
          "If you lose your account, nobody else can help.",
        ),
        backups: await backups(),
        "test-inquiry": unless(await deps.hasInquiries(), "Send one as a visitor would, and answer it in the inbox."),
      };
      // `Object.entries` widens the keys.
      const steps = Object.entries(missing) as Array<[SetupStep, string[]]>;
      return { steps: steps.map(([name, left]) => ({ name, isDone: left.length === 0, missing: left })) };
    },
  };
}
