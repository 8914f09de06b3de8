import type { Difference } from "#domain/lookalike/difference.ts";
import { ValueText } from "#web/ui/value-text.tsx";

/** Removes the bidirectional controls, which would show the text in another order. */
export function shownInOrder(text: string): string {
  return text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
}

/** A text with its differences marked; `differenceWords` says the same in words. */
export function MarkedText({ pieces }: { pieces: Difference["asked"] }) {
  return (
    <span>
      {pieces.map(({ text, differs }, at) =>
        differs ? (
          <mark key={at}>
            <ValueText value={shownInOrder(text)} />
          </mark>
        ) : (
          <ValueText key={at} value={shownInOrder(text)} />
        ),
      )}
    </span>
  );
}
