import { checkChannel } from "#domain/channel-check.ts";
import type { ChannelType } from "#domain/channel.ts";

/** Where a value opens, as a link to try; a note where it opens nothing, and nothing where there is no value yet. */
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
