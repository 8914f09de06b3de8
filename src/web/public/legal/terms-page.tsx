import { termsSections, termsSummary } from "./terms-copy.ts";
import { useSite } from "#web/page/page-data.ts";
import { LegalText } from "./legal-text.tsx";
import "../texts.css";

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
