import type { Difference } from "#domain/difference.ts";
import { ValueText } from "../../components/value-text.tsx";

/** A text whose different parts are marked; `differenceWords` says the same to those who do not see it. */
export function MarkedText({ pieces }: { pieces: Difference["asked"] }) {
  return (
    <span>
      {pieces.map(({ text, differs }, at) =>
        differs ? (
          <mark key={at}>
            <ValueText value={text} />
          </mark>
        ) : (
          <ValueText key={at} value={text} />
        ),
      )}
    </span>
  );
}
