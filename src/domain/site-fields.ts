import { englishNameOf } from "./further-languages.ts";
import { isLanguage } from "./languages.ts";

/** The pages that can show a notice. */
export const noticePages = ["home", "contact", "verify"] as const;
/** `info` is news; `warning` is about the visitors' safety. */
export const noticeTones = ["info", "warning"] as const;

/** The label of each value of the site that owners edit, by its path. */
export const siteLabels: Readonly<Record<string, string>> = {
  "brands.home.name": "Name on the home page",
  "brands.home.tagline": "Tagline of the home page",
  "brands.home.color": "Colour of the home page",
  "brands.home.logo": "Logo of the home page",
  "brands.contact.logo": "Logo of the other pages",
  "brands.contact.name": "Name on the other pages",
  "brands.contact.tagline": "Tagline of the other pages",
  "brands.contact.color": "Colour of the other pages",
  "figures.users": "Users",
  "figures.winners": "Winners",
  "figures.secure": "Secure",
  "figures.payouts": "Payouts",
  "figures.telegramMembers": "Telegram members",
  "figures.instagramFollowers": "Instagram followers",
  "figures.facebookFollowers": "Facebook followers",
  "figures.rating": "Rating",
  "figures.whatsappResponse": "Response on WhatsApp",
  "figures.messageResponse": "Response to messages",
  "words.homeLead": "Lead of the home page",
  "words.contactTitle": "Headline of the contact page",
  "words.contactLead": "Lead of the contact page",
  "words.inquiryAccepted": "Text after a message is sent",
  "support.email": "Support address",
  "support.securityEmail": "Address for security reports",
  helplines: "Helplines",
  reporting: "Where to report fraud",
  notices: "Notices",
  "legal.operator": "Operator",
  "legal.address": "Postal address",
  "legal.governingLaw": "Governing law",
  "legal.grievanceOfficer": "Grievance officer",
  "legal.grievanceEmail": "E-mail of the grievance officer",
  "legal.dataContact": "Contact for personal data",
  "legal.minimumAge": "Minimum age",
  "legal.termsUpdated": "Terms updated on",
  "legal.privacyUpdated": "Privacy policy updated on",
  country: "Country",
  timeZone: "Time zone",
};

/** Which text each translated text replaces, by its name. */
export const translatedTexts: Readonly<Record<string, string>> = {
  homeTagline: "brands.home.tagline",
  contactTagline: "brands.contact.tagline",
  homeLead: "words.homeLead",
  contactTitle: "words.contactTitle",
  contactLead: "words.contactLead",
  inquiryAccepted: "words.inquiryAccepted",
};

/** The label of a path, also of a translated text and of a figure's source. */
export function siteLabel(path: string): string {
  const label = siteLabels[path];
  if (label !== undefined) return label;
  const [group = "", name = "", text = ""] = path.split(".");
  if (group === "figureSources") return `Source of ${siteLabels[`figures.${name}`] ?? name}`;
  if (group === "translations")
    return `${siteLabels[translatedTexts[text] ?? ""] ?? text} (${isLanguage(name) ? englishNameOf(name) : name})`;
  return path;
}
