import { teamCopy } from "#copy/current.ts";
import { language } from "#copy/locale/language.ts";
import { paths } from "#contract/paths.ts";
import { defaultLanguage } from "#domain/languages.ts";
import { here } from "#web/page/router.tsx";
import { useMedia } from "#web/page/use-media.ts";
import { buttonClass } from "#web/ui/buttons/button.tsx";
import { PreviewPane, usePreferredScheme } from "../settings/site/site-preview.tsx";
import "../settings/site/site.css";
import { useSiteView } from "../settings/site/use-site.ts";
import { type Step, stepsLeft } from "./steps.ts";

const wide = "(width >= 68.75rem)";

/**
 * Shows the site as it is now in the owner's language, and again after each step: at a desk the home page beside the
 * steps, elsewhere a link, unless the page has one.
 */
export function SiteNow({ steps }: { steps: readonly Step[] | undefined }) {
  const { data } = useSiteView();
  const isShown = useMedia(wide) && steps !== undefined && data !== undefined;
  return (
    <aside className="setup-now site-preview" aria-label={teamCopy.site.preview.title}>
      <div className="site-preview-head">
        <h3>{teamCopy.site.preview.title}</h3>
        {steps !== undefined && stepsLeft(steps) > 0 && <SiteLink size="small" />}
      </div>
      <PreviewPane
        size="phone"
        values={isShown ? JSON.stringify(data.values) : undefined}
        page={language === defaultLanguage ? "home" : language}
        scheme={usePreferredScheme()}
        version={JSON.stringify(steps)}
      />
    </aside>
  );
}

export function SiteLink({ size }: { size?: "small" }) {
  return (
    <a className={buttonClass("secondary", size)} href={here(paths.home)} target="_blank" rel="noopener">
      {teamCopy.setup.ready.see}
    </a>
  );
}
