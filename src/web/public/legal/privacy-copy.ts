import type { PrivacySettings } from "#contract/settings.ts";
import type { PageSite } from "#contract/site.ts";
import { blockedDays } from "#domain/inquiries/blocked-sender.ts";
import { daysUnclosed, draftDays, resendDays } from "#domain/inquiries/inquiry.ts";
import type { LegalSection } from "./legal-text.tsx";
import { keepNames } from "../keep/keep-names.ts";
import { sendLater } from "../inquiry/send-later-copy.ts";

/** What the sections below say in full. */
export const privacySummary = [
  "When you only look at this site, we collect nothing of you and set no cookie.",
  "If you send us an inquiry, we keep what you typed to answer you, and erase it by itself after a time.",
  "With the private link that you get after sending, you can erase it yourself at any time.",
];

/**
 * Each sentence here is a promise; the tests named after them check the software against it. `settings` comes from the
 * owner's settings.
 */
export function privacySections({ legal, support }: PageSite, settings: PrivacySettings): LegalSection[] {
  const officer = legal.grievanceOfficer === undefined ? "" : `${legal.grievanceOfficer}, `;
  return [
    {
      title: "Zero data collection by browsing",
      paragraphs: ["When you only look at this site, we collect:"],
      items: ["no personal information,", "no device information,", "no usage analytics,", "no financial data."],
    },
    {
      title: "No storage",
      paragraphs: [
        "This site sets no cookie for visitors and keeps nothing in your browser's storage once you close its " +
          `tab, unless you choose “${sendLater}” for a message that could not be sent, or “${keepNames.en.keep}” ` +
          "(below). What you type into a form stays in that tab alone until you send it, clear it or close the tab. " +
          "Our logs hold no visitor's address. What our server counts of its own work, such as how often a page was " +
          "asked for, holds nothing of any visitor.",
      ],
      items: [
        "That message then waits in your browser, with its files, its time and a random key, and goes nowhere else but to " +
          "us. It is removed once it is sent or you press “Don't send”.",
        `After ${days(resendDays)} it is not sent any more: it is removed when you next open this site, which ` +
          "tells you so.",
        `“${keepNames.en.keep}” on its own page keeps a part of this site in your browser, with our signed list of ` +
          "channels, the key that verifies it, and the highest version and the latest time seen there. It holds " +
          "nothing about you and is never kept by itself. All of it goes at once when you press " +
          `“${keepNames.en.remove}” there.`,
      ],
    },
    {
      title: "No third-party sharing",
      paragraphs: [
        "Pages load nothing from other hosts, and we give nothing to third parties about your visit. When you " +
          "open a channel such as WhatsApp you leave this site, and that service's own policy holds.",
      ],
    },
    {
      title: "No tracking",
      paragraphs: [
        "There is no tracker, no pixel, no fingerprinting and no advertising here. The site is a content viewer.",
      ],
    },
    {
      title: "If you send us an inquiry",
      paragraphs: [
        "Sending an inquiry is your choice, and with it you agree to what stands here. Then, and only then, we " +
          "keep what you typed:",
      ],
      items: [
        "Which fields: your full name, phone number, e-mail address, city and message, pictures or PDF files if you " +
          "add them, and the time it was sent. " +
          "Our team adds what it does about it: a status, who takes care of it, when to look at it again, tags, " +
          "notes, a message that it is merged with.",
        "Pictures are stored as new copies, without what a phone adds to them, such as where a photo was taken. A PDF is " +
          "stored as it is. What a file was called is not kept.",
        "What is said after that: your answers and our replies on your private page are kept with the inquiry, as is " +
          "what a member of our team notes of a talk by phone or WhatsApp. All of it is erased with it.",
        "Why: to answer you, and for nothing else.",
        "So that a message which is sent twice arrives once, your browser gives it a random key. For " +
          `${days(resendDays + 1)} we keep its reference with codes of that key and of what you typed, from which ` +
          "neither can be read, even if you erase your message.",
        "Against programs, the form brings back when it was opened, signed by us, and has a field that people do " +
          "not see. Neither is kept: a message that looks like a program's is put aside for our team to look at.",
        "Against abuse, our team can block a sender, whose messages are then put aside. For that we keep a keyed code " +
          "of the number or address, from which it cannot be read, its last five digits or its first letter and host, " +
          `and who blocked it and when: until our team ends it, for ${days(blockedDays)} at most, even if you erase ` +
          "your message.",
        "Against floods, messages and requests are counted for each network in the server's memory alone, under a " +
          "code from which no address can be read and whose key changes every day. While a flood is on, your " +
          "browser may have to do some arithmetic first, which says nothing of you.",
        `For how long: it is erased by itself ${days(settings.retentionDays)} after our team has closed it or, if ` +
          `nobody closes it, ${days(daysUnclosed(settings.retentionDays))} after it was sent, you last ` +
          `answered or our team last worked on it, whichever is later.${backups(legal.backupDays, settings.backupsElsewhere)}`,
        `Deleted by our team: it then lies in a bin, out of all lists, for ${days(settings.binDays)} at most and ` +
          "never longer than it would be kept otherwise, so that a mistake can be undone. If a backup has to be " +
          "restored meanwhile, these days may begin again. You can erase it at once even then.",
        "Who sees it: our own team, on our own server. Sending it puts nothing of it into the address of a page, " +
          "and it is never written to our logs.",
        "While a member of our team writes to you or about you, the draft is kept in their browser for at most " +
          `${days(draftDays)}. It is removed when it is sent, when they sign out, and when they next open the inbox ` +
          "after your message was erased.",
        ...receivers(settings),
        ...replyMails(settings),
        ...(settings.takesMail ? [answersByMail] : []),
        ...(settings.acknowledges
          ? [
              "You may get one mail that your message has arrived. It holds its reference, and nothing that you " +
                "typed. So that nobody is flooded with such mails, those to one address are counted for a day under " +
                "a keyed code from which no address can be read, even if you erase your message.",
            ]
          : []),
        "Taking back that you agreed: open the private link that you got after sending and choose to erase your " +
          "message. It is gone at once, with every note on it.",
        `Erasing it sooner: write to ${support.email} from the e-mail address you gave, and we erase every ` +
          "inquiry sent with it.",
        "For our own figures we count messages and how long they waited for an answer, by day and hour. These counts stay " +
          "when a message is erased, and nothing of you is in them.",
        "After an erasure we keep a random number that stood for the inquiry, and the time and the reason of its " +
          "erasure: nothing of you.",
      ],
    },
    {
      title: "If you ask whether a channel is ours",
      paragraphs: [
        "What you enter under “Check if it's really us” is held against our list, answered and forgotten: it is not " +
          "stored, it is never written to our logs, and it stands in no address.",
      ],
    },
    {
      title: "If you report an impostor",
      paragraphs: [
        "A report is an inquiry, and all that is said of inquiries above holds for it. It keeps less of you:",
      ],
      items: [
        "Which fields: the number, name or link that you report and the time it was sent; what happened, your e-mail " +
          "address or phone number, and pictures or PDF files only if you fill them in.",
        "Why: to have the impostor stopped, to warn others, and to ask you more if you let us.",
        "Without an e-mail address we cannot find it by yours: keep the private link that you get after sending " +
          "to erase it yourself.",
      ],
    },
    {
      title: "Your rights and complaints",
      paragraphs: [
        `Responsible: ${legal.operator}${legal.address === undefined ? "" : `, ${legal.address}`}.`,
        `Write to ${officer}${support.email} to see what we keep of you, to have it corrected, completed or ` +
          "erased, to name somebody who may ask in your place, or to complain.",
        "If we do not settle your complaint, you can complain to the Data Protection Board of India.",
      ],
    },
    {
      title: "Our team's sign-in",
      paragraphs: [
        "Members of our team sign in with a cookie that only keeps them signed in. A second one, a random number, " +
          "tells them of a sign-in from a browser that is new to them. Visitors never get either. To stop the " +
          "guessing of passwords, failed sign-ins and requests for a new password are counted for a day under a " +
          "keyed code from which no address can be read.",
        "What our team does here is written into a log that only grows. It names inquiries by their random " +
          "numbers, and holds nothing that a visitor typed and no visitor's address.",
      ],
    },
    {
      title: "How this policy is updated",
      paragraphs: [
        "When the software or one of its settings changes what it does, this page changes with it, and the day of " +
          "the last change stands at its top.",
      ],
    },
  ];
}

const ways = {
  email: "by e-mail",
  webhook: "to another program of ours",
  telegram: "through Telegram",
} satisfies Record<PrivacySettings["receivers"][number], string>;

/** The mails that a visitor may get after a reply. */
function replyMails({ replyMail }: PrivacySettings): string[] {
  if (replyMail === null) return [];
  const announced = {
    off: "",
    link: " When a reply is on your private page, a mail tells you so, without its text.",
    text: " You get a copy by mail of each reply on your private page.",
  }[replyMail];
  return [
    `Our team may reply by mail to the address you gave.${announced} Each such mail holds a key to that page: opened ` +
      "with it, the page shows what was said, and not your name, number, address or city, since the address may be " +
      "mistyped. You can stop these mails there; we keep the time at which you did.",
  ];
}

/** Of sites that take visitors' emails. */
const answersByMail =
  "If you answer by mail, its text joins the conversation, with up to three pictures or PDF files; formatting and other " +
  "files are not kept there. The mail itself stays in our mailbox when we erase the conversation here. So that mails cannot answer each other without end, " +
  "those from one address are counted for a day under a keyed code from which no address can be read.";

/** The other recipients of an inquiry: the deliveries, and the data that each gets. */
function receivers({ receivers: deliveries, says, acknowledges, replyMail }: PrivacySettings): string[] {
  const others =
    replyMail === null
      ? "nobody."
      : "the service that carries our mail gets your e-mail address and the reference, to bring you " +
        `${acknowledges ? "the mail that your message has arrived and " : ""}our replies by mail.`;
  if (deliveries.length === 0) return [`Who else gets it: ${others}`];
  const by = new Intl.ListFormat("en", { type: "conjunction" }).format(deliveries.map((delivery) => ways[delivery]));
  return says === "all"
    ? [
        `Who else gets it: our team is notified ${by}, with all that you typed. What was sent that way stays ` +
          "where it went when we erase it here.",
        ...(replyMail === null ? [] : [`Who gets a part of it: ${others}`]),
      ]
    : [
        `Who else gets it: ${others} Our team is notified ${by} that an inquiry has arrived: its reference and a link ` +
          "for the team, and nothing that you typed.",
      ];
}

function backups(backupDays: number, areElsewhere: boolean): string {
  if (backupDays === 0) return " We keep no backups of it.";
  return (
    ` Our backups forget it at the latest ${days(backupDays)} after that. The last backup stays until there is a newer ` +
    `one.${areElsewhere ? " Copies of our backups are also kept outside of our own server." : ""}`
  );
}

function days(count: number): string {
  return count === 1 ? "1 day" : `${count} days`;
}
