import { checkChannel } from "#domain/channels/channel-check.ts";
import type { ChannelType } from "#domain/brands/brands.ts";

/** A value's destination as a link to try; a note if it opens nothing, and nothing without a value. */
export function LinkPreview({ type, value }: { type: ChannelType; value: string }) {
  if (value.trim() === "") return null;
  const link = checkChannel(type, value);
  if (!link.ok) return <span className="preview">Opens nothing so far. {link.problem}</span>;
  return (
    <span className="preview">
      Opens in a new tab:{" "}
      <a href={link.href} target="_blank" rel="noopener noreferrer">
        {link.href}
      </a>
      {link.warning !== undefined && <span className="warning">{link.warning}</span>}
    </span>
  );
}
