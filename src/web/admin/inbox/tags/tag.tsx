import type { ReactNode } from "react";
import type { Tag as TagFields } from "#contract/inbox/tag.ts";
import type { TagColor } from "#domain/inquiries/tag.ts";
import { langOf } from "#web/ui/text-language.ts";

export function TagDot({ color }: { color: TagColor }) {
  return <span className="tag-dot" data-color={color} />;
}

/** A tag as a chip; `children` are its button. */
export function Tag({ tag: { name, color }, children }: { tag: TagFields; children?: ReactNode }) {
  return (
    <span className="tag" title={name}>
      <TagDot color={color} />
      <span className="tag-name" dir="auto" lang={langOf(name)}>
        {name}
      </span>
      {children}
    </span>
  );
}

/** A second one would leave no room for the visitor's name. */
const shownInRow = 1;

/** The first tags of a row, and how many more there are. The row names all of them to readers. */
export function RowTags({ tags }: { tags: readonly TagFields[] }) {
  const more = tags.slice(shownInRow);
  return (
    <>
      {tags.slice(0, shownInRow).map((tag) => (
        <Tag key={tag.id} tag={tag} />
      ))}
      {more.length > 0 && (
        <span className="tag more" title={more.map(({ name }) => name).join(", ")}>
          +{more.length}
        </span>
      )}
    </>
  );
}
