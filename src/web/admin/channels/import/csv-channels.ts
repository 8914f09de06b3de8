import { teamCopy } from "#copy/current.ts";
import { columnsOf, type CsvProblem, csvRows } from "#domain/csv-reader.ts";
import type { Translations } from "#domain/channels/channel-list.ts";
import { englishNameOf, furtherLanguages, type FurtherLanguage, inEach } from "#domain/further-languages.ts";
import { type Candidate, type FileRead, sortCandidates } from "./candidate.ts";

const columns: Record<"type" | "value" | "description" | "active" | FurtherLanguage, readonly string[]> = {
  type: ["type", "kind", "platform"],
  value: ["value", "link", "url", "number"],
  description: ["description", "proof", "note"],
  active: ["active", "is active", "visible"],
  // A description in another language: `description_ta`, `description (ta)` or `description (Tamil)`.
  ...inEach((language) =>
    [language, `(${language})`, `(${englishNameOf(language)})`].map((name) => `description ${name}`),
  ),
};

/** The channels of a CSV file with a header: `value`, and perhaps `type`, `description` and `active`. */
export function channelsInCsv(text: string): FileRead {
  const rows = csvRows(text);
  const first = rows.next();
  if (first.done === true) return { ok: false, problem: teamCopy.channels.import.reasons.empty };
  const { value: header } = first;
  const { missing, unknown, read } = columnsOf(header, columns);
  if (header.problem !== undefined || missing.includes("value")) {
    return {
      ok: false,
      problem: textOf(header.problem) ?? teamCopy.channels.import.reasons.noValueColumn(header.line),
    };
  }
  function* candidates(): Generator<Candidate> {
    for (const row of rows) {
      const { cells, problem } = read(row);
      const texts = furtherLanguages.flatMap((language) =>
        cells[language] === undefined ? [] : [[language, cells[language]]],
      );
      yield {
        ...cells,
        ...(texts.length > 0 && { translations: Object.fromEntries(texts) as Translations }),
        place: teamCopy.channels.import.reasons.line(row.line),
        type: cells.type ?? "",
        value: cells.value ?? "",
        problem: textOf(problem),
      };
    }
  }
  return { ok: true, found: sortCandidates(candidates(), unknown) };
}

function textOf(problem: CsvProblem | undefined): string | undefined {
  if (problem === undefined) return undefined;
  const { openQuote, wide } = teamCopy.channels.import.reasons;
  return problem.code === "wide" ? wide : openQuote(problem.line);
}
