import { copy } from "#copy/current.ts";
import { useSite } from "#web/page/page-data.ts";
import { type LegalSection, LegalText } from "./legal-text.tsx";
import "../texts.css";
import type { PageSite } from "#contract/site.ts";

/** The minimum age comes from the law and the product, not from the owner's settings. */
const minimumAge = 18;

export function TermsPage() {
  const site = useSite();
  return (
    <LegalText
      title={copy.terms.title}
      lead={copy.terms.lead(site.brands.contact.name)}
      updated={site.legal.termsUpdated}
      summary={copy.terms.summary(minimumAge)}
      sections={termsSections(site)}
    />
  );
}

function termsSections({ brands, helplines, legal }: PageSite): Record<string, LegalSection> {
  const sections = copy.terms.sections(brands.contact.name, legal.operator, legal.governingLaw, minimumAge);
  return { ...sections, "responsible-gaming": { ...sections["responsible-gaming"], helplines } };
}
