import { privacySections } from "../../content/privacy.ts";
import { useSite } from "../../page-data.ts";
import { LegalText } from "../legal-text.tsx";

export function PrivacyPage() {
  const site = useSite();
  return (
    <LegalText
      title="Privacy Policy"
      lead={`What ${site.brands.contact.name} keeps of you, and what it does not.`}
      updated={site.legal.privacyUpdated}
      sections={privacySections(site)}
    />
  );
}
