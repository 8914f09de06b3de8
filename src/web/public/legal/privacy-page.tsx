import { copy } from "#copy/current.ts";
import { legalLanguage } from "#copy/locale/language.ts";
import { keepPath, paths } from "#contract/paths.ts";
import { here } from "#web/page/router.tsx";
import { usePageData } from "#web/page/page-data.ts";
import { LegalElsewhere } from "./legal-elsewhere.tsx";
import { LegalLoading } from "./legal-loading.tsx";
import { LegalText } from "./legal-text.tsx";
import { privacySections } from "./privacy-sections.ts";
import { useLegalFacts } from "./use-legal-facts.ts";
import "../texts.css";

export function PrivacyPage() {
  if (legalLanguage() !== undefined) return <LegalElsewhere title={copy.privacy.title} path={paths.privacy} />;
  return <Privacy />;
}

function Privacy() {
  const { site, privacySettings, particulars, support } = usePageData();
  const { facts, failed } = useLegalFacts(
    privacySettings && particulars && support && { ...privacySettings, ...particulars, support },
  );
  const title = copy.privacy.title;
  if (facts === undefined) return <LegalLoading title={title} path={paths.privacy} failed={failed} />;
  const { privacyUpdated } = facts.legal;
  const { changedOn } = facts;
  return (
    <LegalText
      title={title}
      email={facts.support.email}
      lead={copy.privacy.lead(site.brands.contact.name)}
      updated={changedOn !== null && changedOn > privacyUpdated ? changedOn : privacyUpdated}
      summary={copy.privacy.summary}
      sections={privacySections(facts, facts)}
    >
      <a className="quiet-link" href={here(keepPath)}>
        {copy.ui.keep}
      </a>
    </LegalText>
  );
}
