import type { Site } from "#contract/site.ts";
import type { LegalSection } from "../pages/legal-text.tsx";

/** Each sentence here is a promise; the tests named after them hold the software to it. */
export function privacySections({ legal, support }: Site): LegalSection[] {
  const who = [
    `Responsible: ${legal.operator}${legal.address === undefined ? "" : `, ${legal.address}`}.`,
    ...(legal.grievanceOfficer === undefined ? [] : [`Grievance officer: ${legal.grievanceOfficer}.`]),
  ];
  return [
    {
      title: "Zero data collection by browsing",
      paragraphs: ["When you only look at this site, we collect:"],
      items: ["no personal information,", "no device information,", "no usage analytics,", "no financial data."],
    },
    {
      title: "No storage",
      paragraphs: [
        "This site sets no cookie for visitors and keeps nothing in your browser's storage. Our logs hold no visitor's address.",
      ],
    },
    {
      title: "No third-party sharing",
      paragraphs: [
        "Pages load nothing from other hosts, and we give nothing to third parties. When you open a channel such as WhatsApp you leave this site, and that service's own policy holds.",
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
      paragraphs: ["Sending an inquiry is your choice. Then, and only then, we keep what you typed:"],
      items: [
        "Which fields: your full name, phone number, e-mail address, city and message, and the time it was sent.",
        "Why: to answer you, and for nothing else.",
        `For how long: it is erased by itself ${legal.retentionDays} days after it was sent.`,
        `Erasing it sooner: write to ${support.email} from the e-mail address you gave, and we erase every inquiry sent with it.`,
        "Who sees it: our own team, on our own server. It is never written to logs or addresses.",
      ],
    },
    {
      title: "Our team's sign-in",
      paragraphs: [
        "Members of our team sign in with a cookie that only keeps them signed in. Visitors never get one. To stop the guessing of passwords, failed sign-ins are counted for a day under a keyed code from which no address can be read.",
      ],
    },
    {
      title: "How this policy is updated",
      paragraphs: [
        "When the software changes what it does, this page changes with it, and the day of the last change stands at its top.",
        ...who,
      ],
    },
  ];
}
