/** The colours of tags; each is a token in `web/admin/inbox/tags/tag-colors.css`. */
export const tagColors = ["grey", "red", "orange", "olive", "green", "teal", "blue", "purple"] as const;

export type TagColor = (typeof tagColors)[number];

/** Lengths count characters; `all` is per team, `each` per inquiry. */
export const tagLimits = { name: 40, all: 50, each: 10 } as const;

/** Two tags with the same key have the same name. */
export function tagKey(name: string): string {
  return name.normalize("NFKC").replaceAll(/\s+/g, " ").trim().toLowerCase();
}
