import { Fragment } from "react";

/**
 * A channel's value that wraps after punctuation and not within a word, since people compare its characters. Copying
 * gives the exact value.
 */
export function ValueText({ value }: { value: string }) {
  const parts = value.match(/[^/@._]+[/@._]*|[/@._]+/g) ?? [];
  // One element: in a flex container each part would be an item.
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
