import { copy } from "#copy/current.ts";

/** The icons: strokes in the text colour on a 24 × 24 grid. Those of channel types are in `domain/brands/`. */
const shapes = {
  home: "M3 11 12 4l9 7M6 9v10h12V9M10 19v-6h4v6",
  chat: "M4 5h16v11H10l-5 4v-4H4z",
  page: "M6 3h9l4 4v14H6zM9 11h7M9 15h7",
  shield: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6 6 18",
  bolt: "M13 3 5 13h6l-1 8 8-10h-6z",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M12 7v5l3 3",
  check: "M5 12.5 10 17.5 19.5 7",
  globe: "M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M3 12h18M12 3c4 5 4 13 0 18-4-5-4-13 0-18",
  chevron: "m9 5 7 7-7 7",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  open: "M8 16 16 8M9.5 8H16v6.5",
  qr: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5M20 14v2M14 20h2.5M20 19.5v.5",
  share: "M12 15V4M8 8l4-4 4 4M6 11H5v9h14v-9h-1",
  vouched: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM8.7 11.7l2.4 2.4 4.2-4.4",
  warning: "M12 4 2.5 20h19zM12 10v5M12 17.5h.01",
} as const;

export type IconName = keyof typeof shapes;

export function Icon({ name }: { name: IconName }) {
  return <Drawing path={shapes[name]} />;
}

/** Decorative: the text beside it has the meaning. In strokes, or filled. */
export function Drawing({ path, isSolid }: { path: string; isSolid?: true | undefined }) {
  return (
    <svg className={isSolid ? "icon solid" : "icon"} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** The line above a page's heading that says whose page it is. */
export function Official() {
  return (
    <div className="eyebrow">
      <Icon name="vouched" />
      <strong>{copy.layout.official}</strong>
    </div>
  );
}
