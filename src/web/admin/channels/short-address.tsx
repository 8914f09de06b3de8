import { ValueText } from "#web/ui/value-text.tsx";

/** The start of an address that all have in common. */
const common = /^https:\/\/(?:www\.)?/u;

/** Shows an address without its common start, which is still copied, and read out. It wraps between its parts. */
export function ShortAddress({ value }: { value: string }) {
  const [start] = common.exec(value) ?? [];
  if (start === undefined) return value;
  return (
    <>
      <span className="visually-hidden">{start}</span>
      <bdi>
        <ValueText value={value.slice(start.length)} />
      </bdi>
    </>
  );
}
