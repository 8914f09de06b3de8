import { copy } from "#copy/current.ts";
import { legalLanguage } from "#copy/locale/language.ts";
import type { Particulars } from "#contract/site/site.ts";
import { paths } from "#contract/paths.ts";
import { usePageData } from "#web/page/page-data.ts";
import { LegalElsewhere } from "./legal-elsewhere.tsx";
import { LegalLoading } from "./legal-loading.tsx";
import { type LegalSection, LegalText } from "./legal-text.tsx";
import { useLegalFacts } from "./use-legal-facts.ts";
import "../texts.css";

export function TermsPage() {
  if (legalLanguage() !== undefined) return <LegalElsewhere title={copy.terms.title} path={paths.terms} />;
  return <Terms />;
}

function Terms() {
  const { site, particulars, support } = usePageData();
  const { facts, failed } = useLegalFacts(particulars && support && { ...particulars, support });
  const title = copy.terms.title;
  if (facts === undefined) return <LegalLoading title={title} path={paths.terms} failed={failed} />;
  const brand = site.brands.contact.name;
  return (
    <LegalText
      title={title}
      email={facts.support.email}
      lead={copy.terms.lead(brand)}
      updated={facts.legal.termsUpdated}
      summary={copy.terms.summary({ age: facts.legal.minimumAge })}
      sections={termsSections(brand, facts)}
    />
  );
}

function termsSections(brand: string, { helplines, legal }: Particulars): Record<string, LegalSection> {
  const sections = copy.terms.sections({
    brand,
    operator: legal.operator,
    law: legal.governingLaw,
    age: legal.minimumAge,
  });
  return { ...sections, "responsible-gaming": { ...sections["responsible-gaming"], helplines } };
}
