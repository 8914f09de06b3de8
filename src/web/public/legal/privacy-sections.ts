import { copy } from "#copy/current.ts";
import { listed } from "#copy/locale/intl.ts";
import type { PrivacySettings } from "#contract/settings.ts";
import type { Particulars, Support } from "#contract/site/site.ts";
import { unreachable } from "#domain/support.ts";
import { addressCode } from "#domain/inquiries/conversation.ts";
import { blockedDays } from "#domain/inquiries/blocked-sender.ts";
import { daysUnclosed, draftDays, resendDays } from "#domain/inquiries/inquiry.ts";
import { untakenDays } from "#domain/inquiries/untaken-mail.ts";
import type { LegalSection } from "./legal-text.tsx";

/**
 * Each sentence is a promise; the tests named after them check the software against it. `settings` comes from the
 * owner's settings.
 */
export function privacySections(
  { legal, support }: Pick<Particulars, "legal"> & { support: Support },
  settings: PrivacySettings,
): Record<string, LegalSection> {
  const { replyMail, takesMail, acknowledges, retentionDays } = settings;
  const { grievanceOfficer, grievanceEmail, dataContact } = legal;
  return copy.privacy.sections({
    later: copy.offlineQueue.sendLater,
    keep: copy.ui.keep,
    remove: copy.keep.states.removeButton,
    operator: legal.operator,
    address: legal.address === undefined ? "" : `, ${legal.address}`,
    to: toWrite(legal, support),
    erasing: [support.email === unreachable ? copy.privacy.erasingByLink : copy.privacy.erasingByEmail(support.email)],
    resent: inDays(resendDays),
    deduplicated: inDays(resendDays + 1),
    blocked: inDays(blockedDays),
    retention: inDays(retentionDays),
    unclosed: inDays(daysUnclosed(retentionDays)),
    backups: backups(legal.backupDays, settings.backupsElsewhere),
    files: settings.filesElsewhere ? copy.privacy.filesElsewhere : "",
    bin: inDays(settings.binDays),
    draft: inDays(draftDays),
    receivers: receivers(settings),
    complaints: [
      ...(grievanceOfficer === undefined || grievanceEmail === undefined
        ? []
        : [copy.privacy.grievance(grievanceOfficer, grievanceEmail)]),
      ...(dataContact === undefined ? [] : [copy.privacy.dataContact(dataContact)]),
    ],
    mails: [
      ...(replyMail === null
        ? []
        : [
            copy.privacy.replyMails(replyMail === "off" ? "" : copy.privacy.announced[replyMail]),
            copy.privacy.proof(addressCode.minutes),
          ]),
      ...(takesMail ? [copy.privacy.answersByMail, copy.privacy.untakenMails(inDays(untakenDays))] : []),
      ...(acknowledges ? [copy.privacy.acknowledges] : []),
    ],
  });
}

/** Whom to write to, and the address; the contact page where nobody vouches for one. */
function toWrite({ grievanceOfficer, grievanceEmail }: Particulars["legal"], { email }: Support): string {
  const address = email === unreachable ? grievanceEmail : email;
  if (address === undefined) return copy.privacy.contactPage;
  return grievanceOfficer === undefined ? address : `${grievanceOfficer}, ${address}`;
}

/** Returns the other recipients of an inquiry: the deliveries, and the data that each gets. */
function receivers({ receivers: deliveries, says, acknowledges, replyMail }: PrivacySettings): string[] {
  const carries = copy.privacy.mailService[acknowledges ? "both" : "replies"];
  const others = replyMail === null ? copy.privacy.nobodyElse : copy.privacy.others(carries);
  if (deliveries.length === 0) return [others];
  const deliveryWays = listed(deliveries.map((delivery) => copy.privacy.ways[delivery]));
  return says === "all"
    ? [copy.privacy.notifiedOfAll(deliveryWays), ...(replyMail === null ? [] : [copy.privacy.aPart(carries)])]
    : [copy.privacy.notified(others, deliveryWays)];
}

function backups(backupDays: number, areElsewhere: boolean): string {
  if (backupDays === 0) return copy.privacy.noBackups;
  return copy.privacy.backups(inDays(backupDays)) + (areElsewhere ? copy.privacy.backupsElsewhere : "");
}

function inDays(count: number): string {
  return copy.legal.days(count);
}
