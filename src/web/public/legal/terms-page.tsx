import { useSite } from "#web/page/page-data.ts";
import { type LegalSection, LegalText } from "./legal-text.tsx";
import "../texts.css";
import type { PageSite } from "#contract/site.ts";

export function TermsPage() {
  const site = useSite();
  return (
    <LegalText
      title="Terms & Conditions"
      lead={`What you agree to when you use ${site.brands.contact.name}.`}
      updated={site.legal.termsUpdated}
      summary={termsSummary}
      sections={termsSections(site)}
    />
  );
}

/** The minimum age comes from the law and the product, not from the owner's settings. */
const minimumAge = 18;

const termsSummary = [
  "This site shows our support channels. No bet is placed and no payment is made here.",
  "We never ask for a password, a PIN or an OTP.",
  `You must be ${minimumAge}+ and follow the laws of the place where you are.`,
];

function termsSections({ brands, helplines, legal }: PageSite): LegalSection[] {
  return [
    {
      title: "Purpose and usage",
      paragraphs: [
        `${brands.contact.name} shows the support channels of ${legal.operator} and passes on what you write to ` +
          "its team. It is for information and support only.",
        "No game is played, no bet is placed and no payment is made on this site.",
      ],
    },
    {
      title: "Your responsibilities",
      items: [
        "Lawful use only: do not use this site for anything that the law forbids.",
        "Personal responsibility: what you do on the strength of what you read here is your own decision.",
        "No real money: this site neither takes nor pays out real money, and nobody from our team will ask you " +
          "for a password, a PIN or an OTP.",
        "Follow local laws: online gaming is restricted or forbidden in some places. Find out what holds where " +
          "you are, and follow it.",
      ],
    },
    {
      title: "Disclaimer of non-affiliation",
      paragraphs: [
        `${legal.operator} is not affiliated with, endorsed by or sponsored by any cricket board, league, team or ` +
          "player, nor by WhatsApp, Telegram, Instagram, Facebook, YouTube, X or LinkedIn. Their names and marks " +
          "belong to their owners.",
      ],
    },
    {
      title: "Responsible gaming",
      items: [
        `Age restriction: you must be ${minimumAge}+ to use this site.`,
        "Addiction warning: gaming can become addictive and can harm your money, your health and your family. Set " +
          "a limit before you start, and stop when you reach it.",
        "If it stops being fun, talk to someone. Help is free and confidential:",
      ],
      helplines,
    },
    {
      title: "How these terms are updated",
      paragraphs: [
        "We may change these terms. The new terms stand on this page with the day of their last change, and apply " +
          "if you go on using the site after that day.",
        `They are governed by the laws of ${legal.governingLaw}.`,
      ],
    },
  ];
}
