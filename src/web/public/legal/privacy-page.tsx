import { copy } from "#copy/current.ts";
import { language } from "#copy/language.ts";
import { useEffect, useState } from "react";
import type { PrivacySettings } from "#contract/settings.ts";
import { api } from "#web/api/api-client.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import { privacySections } from "./privacy-copy.ts";
import { usePageData } from "#web/page/page-data.ts";
import { keepPath, paths } from "#contract/paths.ts";
import { keepNames } from "../keep/keep-names.ts";
import { LegalText } from "./legal-text.tsx";
import "../texts.css";

export function PrivacyPage() {
  const { site, privacySettings: known } = usePageData();
  const { settings, failed } = usePrivacySettings(known);
  const title = copy.privacy.title;
  if (settings === undefined) {
    return (
      <article className="legal">
        <h1>{title}</h1>
        {failed ? (
          <p>
            {copy.privacy.failed} <a href={paths.privacy}>{copy.privacy.again}</a>
          </p>
        ) : (
          <Spinner text={copy.ui.loading} />
        )}
      </article>
    );
  }
  const { privacyUpdated } = site.legal;
  const { changedOn } = settings;
  return (
    <LegalText
      title={title}
      lead={copy.privacy.lead(site.brands.contact.name)}
      updated={changedOn !== null && changedOn > privacyUpdated ? changedOn : privacyUpdated}
      summary={copy.privacy.summary}
      sections={privacySections(site, settings)}
    >
      <a className="quiet-link" href={keepPath}>
        {keepNames[language].keep}
      </a>
    </LegalText>
  );
}

/**
 * The owner's settings that the page states. Only this page's document contains them; after a client-side navigation
 * they are requested.
 */
function usePrivacySettings(known: PrivacySettings | undefined): {
  settings: PrivacySettings | undefined;
  failed: boolean;
} {
  const [settings, setSettings] = useState(known);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (known !== undefined) return;
    api.privacy().then(setSettings, (error: unknown) => {
      console.error("The policy could not be loaded.", error);
      setFailed(true);
    });
  }, [known]);
  return { settings, failed };
}
