import { Fragment } from "react";
import { teamCopy } from "#copy/current.ts";
import { paths } from "#contract/paths.ts";
import type { SetupState } from "#contract/setup.ts";
import { Link } from "#web/page/router.tsx";
import { languageName } from "#copy/locale/language-name.ts";
import { siteTab } from "./step-links.ts";

/** The languages that lack what owners wrote in English, each with the way to its fields; nothing if none does. */
export function MissingTexts({
  missing = [],
  what,
}: {
  missing: SetupState["missing"];
  what: "texts" | "descriptions";
}) {
  const lacking = missing.filter((one) => one[what] > 0);
  if (lacking.length === 0) return null;
  return (
    <p className="setup-languages">
      {teamCopy.setup.missing[what]}
      {lacking.map(({ language, [what]: count }, at) => (
        <Fragment key={language}>
          {at === 0 ? " " : ", "}
          <Link to={what === "texts" ? siteTab(language) : paths.channels}>
            {teamCopy.setup.missing.count(languageName(language), count)}
          </Link>
        </Fragment>
      ))}
    </p>
  );
}
