import type { PrivacySettings } from "#contract/settings.ts";
import { unreachable } from "#domain/support.ts";
import type { Site } from "#contract/site/site.ts";
import { privacySections } from "./privacy-sections.ts";

/** Test helper: the settings of a new site that the privacy policy depends on. */
export const newSite: PrivacySettings = {
  retentionDays: 180,
  binDays: 30,
  acknowledges: false,
  replyMail: null,
  receivers: [],
  says: "reference",
  takesMail: false,
  backupsElsewhere: false,
  filesElsewhere: false,
  changedOn: null,
};

/** Test helper: returns the privacy policy, a line for each title, paragraph and item. */
export function policyText({ legal, support }: Pick<Site, "legal" | "support">, settings: PrivacySettings): string {
  return Object.values(privacySections({ legal, support: { email: support.email ?? unreachable } }, settings))
    .flatMap(({ title, paragraphs = [], items = [] }) => [title, ...paragraphs, ...items])
    .join("\n");
}
