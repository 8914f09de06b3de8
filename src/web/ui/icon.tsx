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
  users: "M9 5a3 3 0 1 0 0 6 3 3 0 1 0 0-6M3 20c0-4 3-6 6-6s6 2 6 6M16 5a3 3 0 0 1 0 6M17 14c3 0 4 3 4 6",
  gift: "M4 11h16v9H4zM3 7h18v4H3zM12 7v13M12 7C7 7 7 3 9 3s3 4 3 4 1-4 3-4 2 4-3 4",
  star: "M12 3l3 6 6 1-4 5 1 6-6-3-6 3 1-6-4-5 6-1z",
} as const;

export type IconName = keyof typeof shapes;

export function Icon({ name }: { name: IconName }) {
  return <Drawing path={shapes[name]} />;
}

/** Decorative: the text beside it has the meaning. */
export function Drawing({ path }: { path: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
