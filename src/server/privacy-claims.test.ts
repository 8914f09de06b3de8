import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { PrivacySettings } from "#contract/settings.ts";
import { siteSchema } from "#contract/site/site.ts";
import { copy } from "#copy/current.ts";
import { privacySections } from "#web/public/legal/privacy-sections.ts";
import { newSite } from "#web/public/legal/testing.ts";

const root = join(import.meta.dirname, "../..");
const here = "src/server/privacy.test.ts";
const browser = "e2e/privacy.spec.ts";
const sending = "src/server/privacy-sending.test.ts";
const mails = "src/server/notifications/notifications.test.ts";
const storedDrafts = "src/server/inbox/drafts.test.ts";
const drafts = "e2e/admin-inbox-drafts.spec.ts";
const proof = "src/server/inquiries/address-confirmation/address-confirmation.test.ts";
const incoming = "src/server/incoming-mail/incoming-mail.test.ts";
const untaken = "src/server/incoming-mail/untaken/untaken-mail.test.ts";
const kept = "e2e/keep.spec.ts";
const later = "e2e/send-later.spec.ts";
const files = "src/server/inquiries/attachments/attachments.test.ts";

/**
 * Maps the start of each sentence of the privacy page to its test: the file and a part of the test's name. Before you
 * add a sentence here, write its test.
 */
const named: Array<[sentence: string, file: string, test: string]> = [
  [
    "When you only look at this site, we collect nothing about you and set no cookie",
    browser,
    "This site sets no cookie for visitors and keeps nothing in your browser's storage",
  ],
  ["If you send us an inquiry, we keep what you typed", here, "For how long: it is erased automatically"],
  ["With the private link that you get after sending", here, "it is gone at once"],
  ["When you only look at this site, we collect", here, "When you only look at this site, we collect"],
  ["no personal information", here, "no personal information"],
  ["no device information", here, "no device information"],
  ["no usage analytics", here, "no usage analytics"],
  ["no financial data", here, "no financial data"],
  [
    "This site sets no cookie for visitors",
    browser,
    "This site sets no cookie for visitors and keeps nothing in your browser's storage",
  ],
  ["What you type into a form stays only in that tab", browser, "What you type into a form stays only in that tab"],
  ["Our logs contain no visitor's address", browser, "Our logs contain no visitor's address"],
  [
    "What our server counts of its own work",
    "src/server/metrics/metrics.test.ts",
    "What our server counts of its own work holds nothing about any visitor",
  ],
  ["Sent later: that message then waits in your browser", later, "is sent at the next visit after the page was closed"],
  ["It is removed once it is sent", later, "`Don't send` removes it from the browser"],
  [
    "After # days it will no longer be sent",
    later,
    "after seven days it is removed, not sent, and its visitor is notified",
  ],
  ["Offline use: “Save for offline use” on its own page saves", kept, "is kept only at the press of a button"],
  ["It holds nothing about you and is never saved automatically", kept, "is kept only at the press of a button"],
  ["All of it goes at once when you press “Remove”", kept, "and is removed whole"],
  ["Pages load nothing from other hosts", browser, "Pages load nothing from other hosts"],
  ["When you open a channel such as WhatsApp", "e2e/links.spec.ts", "opens"],
  ["There is no tracker, no pixel", browser, "There is no tracker, no pixel, no fingerprinting"],
  ["The site is a content viewer", browser, "When you only look at this site"],
  ["Sending an inquiry is your choice", browser, "When you only look at this site"],
  ["Then, and only then, we keep", browser, "Then, and only then, we keep what you typed"],
  ["Which fields: your full name", here, "Which fields: your full name"],
  ["Our team adds notes on how it is handled", here, "Our team adds notes on how it is handled"],
  [
    "Pictures and files: pictures are stored as new copies",
    files,
    "stores pictures re-encoded, without where a photo was taken",
  ],
  ["A PDF is stored as it is", files, "PDFs as they are"],
  ["We do not keep the names of files", files, "and no name of a file"],
  ["Later messages", here, "are kept with the inquiry, and so are our team's notes"],
  ["All of it is erased with it", here, "are kept with the inquiry, and so are our team's notes"],
  ["Our replies: our team may reply by email", here, "Our team may reply by email to the address you gave"],
  ["When a reply is on your private page", mails, "is announced without its text, or with it, or not at all"],
  [
    "You get a copy of each reply on your private page by email",
    mails,
    "is announced without its text, or with it, or not at all",
  ],
  ["Each of these emails has a link", mails, "is announced without its text, or with it, or not at all"],
  [
    "If you open the page with this link",
    "src/server/documents/receipt-pages.test.ts",
    "opens the conversation, and not what else was typed",
  ],
  [
    "Confirming your address: your private page shows what was written by email",
    proof,
    "reads neither our mails nor the answers to them",
  ],
  ["We keep that code for # minutes", proof, "reads them with the code that is mailed to the address"],
  ["For a day we count how often a code or a new link", proof, "is sent 3 times a day for an inquiry"],
  ["Your answers: if you answer by email", incoming, "joins the conversation by the reply address of our email"],
  ["The email itself stays in our mailbox", "src/server/incoming-mail/mailbox.test.ts", "is read from its set-up on"],
  ["To stop emails from answering each other", incoming, "is suspected spam once its address has sent many in a day"],
  [
    "Other emails: we set aside an email that looks automated",
    untaken,
    "as it came, for our team to look at, for some days",
  ],
  ["We keep it unchanged", untaken, "as it came, for our team to look at, for some days"],
  ["You can stop these emails there", "src/server/documents/receipt-pages.test.ts", "end, and begin again, by a press"],
  ["Why: to answer you", here, "Why: to answer you, and for nothing else"],
  [
    "Sending twice: so that a message which is sent twice",
    "src/server/documents/plain-form.test.ts",
    "makes one inquiry of two taps",
  ],
  ["For # days we keep its reference with one-way codes", sending, "we keep its reference with one-way codes"],
  ["Against bots: the form sends back", sending, "the form sends back when it was opened, signed by us"],
  ["Neither is kept", sending, "Neither is kept"],
  ["Against abuse: our team can block a sender", here, "Against abuse: our team can block a sender"],
  ["For that we keep a one-way code", here, "For that we keep a one-way code"],
  ["Against overload: messages and requests", sending, "counted for each network, only in the server's memory"],
  ["While too many come in", sending, "While too many come in, your browser may have to do a calculation first"],
  ["For how long: it is erased automatically", here, "For how long: it is erased automatically"],
  ["Deleted by our team: it then stays in a bin", here, "Deleted by our team: it then stays in a bin"],
  ["If a backup has to be restored meanwhile", here, "If a backup has to be restored meanwhile"],
  ["Even then you can erase it at once", here, "Even then you can erase it at once"],
  ["It is removed from our backups", here, "It is removed from our backups"],
  [
    "The last backup stays until there is a newer one",
    "src/server/backup/scheduler.test.ts",
    "keeps the last backup until there is a newer one",
  ],
  ["Copies of our backups are also kept outside", here, "says that backups are copied elsewhere, if they are"],
  ["Pictures and PDF files are kept outside our own server", here, "says that files are kept elsewhere, if they are"],
  ["We keep no backups of it", here, "It is removed from our backups"],
  ["Who sees it: our own team", here, "no call but the inbox's gives it"],
  ["When you send it, none of it", here, "When you send it, none of it is put into the address of a page"],
  ["Drafts: while a member of our team writes to you", drafts, "drafts are erased with the inquiry, at a sign-out"],
  ["It is removed from both when it is sent", drafts, "drafts are erased with the inquiry, at a sign-out"],
  ["It is removed from both when it is sent", storedDrafts, "ends when it is sent, with its inquiry"],
  ["Confirmation: you may get one email", here, "You may get one email that confirms your message has arrived"],
  ["It contains its reference, and nothing", here, "its reference"],
  ["So that nobody is flooded with such emails", here, "we count those to one address for a day under a one-way code"],
  ["Withdrawing consent", here, "open the private link and choose to erase your message"],
  ["It is gone at once, with every note", here, "it is gone at once"],
  ["Erasing it sooner", here, "Erasing it sooner"],
  [
    "Our own figures: we count messages",
    "src/server/reports/reports.test.ts",
    "does not change when inquiries are erased",
  ],
  ["These counts stay when a message is erased", "src/server/reports/reports.test.ts", "holds nothing of a visitor"],
  ["After an erasure: we keep a random number", here, "a random number, the time and the reason stay"],
  ["What you enter under", here, "it is not stored, it is never written to our logs"],
  ["A report is an inquiry", here, "Which fields: what you report"],
  ["Which fields: the number, name or link", here, "Which fields: what you report"],
  ["Why: to have the impostor stopped", here, "Why: to answer you, and for nothing else"],
  ["Without an email address", here, "keep the private link that you get after sending"],
  ["Data fiduciary:", here, "names who is responsible"],
  ["Write to", here, "whom to write to"],
  ["If we do not settle your complaint", here, "the Data Protection Board of India"],
  ["Members of our team sign in with a cookie", here, "Members get a cookie that only keeps them signed in"],
  ["A second one, a random number", here, "a random number by which a new browser is recognised"],
  ["Visitors never get either", here, "Visitors never get either"],
  ["To stop people from guessing passwords", here, "we count failed sign-ins and requests for a new password"],
  ["What our team does here is written into an append-only log", sending, "an append-only log"],
  ["It names inquiries by their random numbers", sending, "It names inquiries by their random numbers"],
  ["When the software or one of its settings changes", here, "the date of the last change is at the top"],
  ["Who else gets it: nobody", here, "Who else gets it: nobody"],
  [
    "Who else gets it: the service that delivers our email",
    here,
    "Who else gets it: the service that delivers our email",
  ],
  ["Who else gets it: our team is notified", here, "the page names exactly those that are notified"],
  ["What was sent that way is not erased", here, "What was sent that way is not erased"],
  ["Who gets a part of it", here, "Who else gets it: the service that delivers our email"],
  ["Our team is notified", here, "Our team is notified by email"],
];

const site = { ...siteSchema.parse({}), support: { email: "support@example.com" } };
const settings: PrivacySettings = { ...newSite, takesMail: true, backupsElsewhere: true, filesElsewhere: true };

/** Every sentence that the page can show, for any settings. */
function sentences(): string[] {
  const noBackups = { ...site, legal: { ...site.legal, backupDays: 0 } };
  const everyWay: PrivacySettings["receivers"] = ["email", "webhook", "telegram"];
  const pages = [
    privacySections(site, settings),
    privacySections(noBackups, { ...settings, acknowledges: true, replyMail: "off" }),
    privacySections(site, { ...settings, receivers: everyWay, replyMail: "link" }),
    privacySections(site, { ...settings, receivers: everyWay, says: "all", acknowledges: true, replyMail: "text" }),
  ];
  const sections = pages
    .flatMap((page) => Object.values(page))
    .flatMap(({ paragraphs = [], items = [] }) => [...paragraphs, ...items]);
  const texts = [...copy.privacy.summary, ...sections];
  const parts = texts.flatMap((text) => text.split(/(?<=\.)\s+(?=[A-Z])/));
  return [...new Set(parts.map((part) => part.replaceAll(/\d+/g, "#")))];
}

/** The test names in a file, with constants replaced by their values. */
function namesIn(file: string): string[] {
  // A long name is joined from two strings.
  const source = readFileSync(join(root, file), "utf8").replaceAll(/(["'`]) \+\n\s*\1/g, "");
  const constants = new Map(
    [...source.matchAll(/^ {2}(\w+):\s*"([^"]*)"/gm)].map(([, key = "", text = ""]) => [key, text] as const),
  );
  return [...source.matchAll(/\b(?:it|test|describe)(?:\.each\([^)]*\))?\(\s*(["`])((?:\\.|(?!\1)[^\\])*)\1/gs)].map(
    ([, , name = ""]) =>
      name.replaceAll("\\`", "`").replaceAll(/\$\{\w+\.(\w+)\}/g, (_all, key: string) => constants.get(key) ?? ""),
  );
}

describe("the privacy page", () => {
  it.each(sentences())("has a test named after: %s", (sentence) => {
    const [, file = "", test = "?"] = named.find(([start]) => sentence.startsWith(start)) ?? [];
    expect(file, `no test is named after "${sentence}"`).not.toBe("");
    expect(
      namesIn(file).filter((name) => name.includes(test)),
      `${file} has no test named "${test}"`,
    ).not.toEqual([]);
  });

  it("says each sentence that a test is named after", () => {
    const said = sentences();
    const unsaid = named.filter(([start]) => !said.some((sentence) => sentence.startsWith(start)));
    expect(unsaid).toEqual([]);
  });
});
