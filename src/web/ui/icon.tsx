/** The icons: strokes in the text colour on a 24 × 24 grid. */
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
  phone: "M6 3h3l2 5-2 2c1 2 3 4 5 5l2-2 5 2v3c0 2-2 3-4 3C10 20 4 14 3 7c0-2 1-4 3-4z",
  whatsapp: "M4 20l1-4a8 8 0 1 1 3 3zM9 8c0 4 3 7 7 7l1-2-2-1-1 1c-1-.5-2-1.5-2.5-2.5l1-1-1-2z",
  telegram: "M21 4 3 11l5 2 2 6 3-4 5 4zM8 13l9-6-7 8",
  email: "M3 6h18v12H3zM3 7l9 7 9-7",
  withdrawal_proof: "M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6",
  youtube: "M3 7c0-1 1-2 2-2h14c1 0 2 1 2 2v10c0 1-1 2-2 2H5c-1 0-2-1-2-2zM10 9l5 3-5 3z",
  instagram:
    "M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5M12 8a4 4 0 1 0 0 8 4 4 0 1 0 0-8M17 7h.01",
  facebook: "M15 4h-2c-2 0-3 1-3 3v14M7 12h7",
  twitter: "M4 4l16 16M20 4 4 20",
  linkedin: "M5 10v10M5 5v.01M10 20V10M10 14c0-5 8-6 8 0v6",
  website: "M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M3 12h18M12 3c-5 5-5 13 0 18 5-5 5-13 0-18",
} as const;

export type IconName = keyof typeof shapes;

/** Decorative: the text beside it has the meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}
