import { testingTexts } from "#languages/compiled/testing/texts.ts";

/** All wordings of the innocent sentences of each language; `{name}` and other placeholders of saved replies stay. */
export function innocentSentences(): Array<{ language: string; text: string }> {
  const expanded = (template: string): string[] => {
    const choice = /\{([^{}]*\|[^{}]*)\}/.exec(template);
    if (choice === null) return [template];
    const [all, options = ""] = choice;
    return options.split("|").flatMap((option) => expanded(template.replace(all, () => option)));
  };
  return Object.entries(testingTexts).flatMap(([language, { innocent }]) =>
    innocent
      .trim()
      .split("\n")
      .flatMap(expanded)
      .map((text) => ({ language, text })),
  );
}
