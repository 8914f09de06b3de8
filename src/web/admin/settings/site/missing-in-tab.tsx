import { teamCopy } from "#copy/current.ts";
import { isLanguage } from "#domain/languages.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { languageName } from "#copy/locale/language-name.ts";
import { idOf, tabOf } from "./site-groups.ts";
import { siteLabel } from "./site-label.ts";

/** An owner's text without a translation, by the path of its field. */
interface Missing {
  language: string;
  path: string;
}

/** Returns the missing texts of a tab; for a language's tab all of its texts, also those of the lists on other tabs. */
export function missingIn(missing: readonly Missing[], tab: string): Missing[] {
  return missing.filter(({ language, path }) => (isLanguage(tab) ? language === tab : tabOf(path) === tab));
}

/** The texts that a tab lacks, each as a button that leads to its field. `show` shows the tab that has it. */
export function MissingInTab({ missing, show }: { missing: readonly Missing[]; show: (tab: string) => void }) {
  // One button for each label: the entries of a list have the same one.
  const byLabel = new Map(missing.toReversed().map((one) => [labelOf(one), one.path]));
  if (byLabel.size === 0) return null;
  return (
    <div className="missing-texts">
      <p>{teamCopy.site.missing.title}</p>
      <ul>
        {[...byLabel].toReversed().map(([label, path]) => (
          <li key={label}>
            <Button
              variant="secondary"
              size="small"
              onClick={() => {
                const tab = tabOf(path);
                if (tab !== undefined) show(tab);
                requestAnimationFrame(() => focusText(path));
              }}
            >
              {label}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function labelOf({ language, path }: Missing): string {
  if (path.startsWith("translations.")) return siteLabel(path);
  const name = isLanguage(language) ? languageName(language) : language;
  return teamCopy.site.translated(siteLabel(path.split(".")[0] ?? ""), name);
}

/** Focuses the field of a text, or in a list what holds the translations folded. */
function focusText(path: string): void {
  const [list = "", at] = path.split(".");
  const entry = `#${idOf(list)}-${at}`;
  const folded = document.querySelector(`${entry}-name, ${entry}-text`)?.closest("li")?.querySelector("summary");
  (document.getElementById(idOf(path)) ?? folded)?.focus();
}
