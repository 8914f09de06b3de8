import { Fragment } from "react";

/** A value of a channel, which a line breaks after its signs and not within a word: people compare its characters. Copied, it is the value. */
export function ValueText({ value }: { value: string }) {
  const parts = value.match(/[^/@._]+[/@._]*|[/@._]+/g) ?? [];
  // In one element: of a flexible box each part would be an item.
  return (
    <span>
      {parts.map((part, at) => (
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
