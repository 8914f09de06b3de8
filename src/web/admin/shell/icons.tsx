import { Drawing } from "#web/ui/icon.tsx";

/** Icons that only the team sees, on the same grid as those of `ui/icon.tsx`. */
const shapes = {
  inbox: "M4 13 6.5 5h11L20 13v6H4zM4 13h4.5l1.5 2.5h4l1.5-2.5H20",
  channels:
    "M12 10.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 1 0 0-3M8.5 8.5a5 5 0 0 0 0 7M15.5 8.5a5 5 0 0 1 0 7M5.6 5.6a9 9 0 0 0 0 12.8M18.4 5.6a9 9 0 0 1 0 12.8",
  team: "M9 5a3.2 3.2 0 1 0 0 6.4A3.2 3.2 0 1 0 9 5M3 19c.5-3.5 3-5 6-5s5.5 1.5 6 5M15.5 5.3a3 3 0 0 1 0 5.9M17.5 14.3c2 .6 3.2 2.2 3.5 4.7",
  replies: "M4 5h16v11H10l-5 4v-4H4zM12 8l-3 4h6l-3 4",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
  log: "M6 3h12v18H6zM9 8h6M9 12h6M9 16h4",
  chart: "M4 20h16M6.5 20v-6h3v6M11 20V5h3v15M15.5 20v-9h3v9",
  warning: "M12 4 2.5 20h19zM12 10v5M12 17.5h.01",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 1 0 0-13M15.5 15.5 20.5 20.5",
  more: "M5 11.5a.5.5 0 1 0 0 1 .5.5 0 1 0 0-1M12 11.5a.5.5 0 1 0 0 1 .5.5 0 1 0 0-1M19 11.5a.5.5 0 1 0 0 1 .5.5 0 1 0 0-1",
  leave: "M10 4H5v16h5M14 8l4 4-4 4M18 12H9",
  edit: "M4 20l1-4L16 5l3 3L8 19z",
  drag: "M9 6h.01M9 12h.01M9 18h.01M15 6h.01M15 12h.01M15 18h.01",
  add: "M12 5v14M5 12h14",
  trash: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13M10 11v5M14 11v5",
  undo: "M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3",
  download: "M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14",
  upload: "M12 16V5M7.5 9.5 12 5l4.5 4.5M5 20h14",
  back: "M19 12H5M11 6l-6 6 6 6",
  filter: "M4 7h16M7 12h10M10 17h4",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 1 0 0-8M5 20c.6-4 3.5-5.5 7-5.5s6.4 1.5 7 5.5",
  unassigned:
    "M12 4v1M16 5.5l.5-.9M19 8.5l.9-.5M20 12.5h1M19 16l.9.5M16 19.2l.5.9M12 20v1M8 19.2l-.5.9M5 16l-.9.5M4 12.5H3M5 8.5 4.1 8M8 5.5l-.5-.9",
  bookmark: "M7 4h10v16l-5-4-5 4z",
  hidden:
    "M4 4l16 16M9.5 6.2A9 9 0 0 1 12 6c4 0 7 2.5 8.5 6a11 11 0 0 1-2.3 3.3M6.5 8A11 11 0 0 0 3.5 12C5 15.5 8 18 12 18a9 9 0 0 0 3-.5",
  shown:
    "M3.5 12C5 8.5 8 6 12 6s7 2.5 8.5 6C19 15.5 16 18 12 18s-7-2.5-8.5-6M12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5",
  mail: "M4 6h16v12H4zM4 7l8 6 8-6",
  undelivered: "M13 18H4V6h16v5M4 7l8 6 8-6M16 15l5 5M21 15l-5 5",
  note: "M5 4h14v10l-5 6H5zM14 20v-6h5",
  up: "M12 19V5M6 11l6-6 6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  new: "M12 5.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 1 0 0-13M12 10.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 1 0 0-3",
  inProgress: "M12 4a8 8 0 1 0 0 16 8 8 0 1 0 0-16M12.8 8.2v7.6M14.6 9v6",
  answered: "M12 4a8 8 0 1 0 0 16 8 8 0 1 0 0-16M8.5 12.3l2.4 2.4 4.6-4.9",
  closed: "M12 4a8 8 0 1 0 0 16 8 8 0 1 0 0-16M9 12h6",
  suspected: "M12 4 2.5 20h19zM12 10v5M12 17.5h.01",
  order: "M7 4v16M4 17l3 3 3-3M13 6h8M13 12h6M13 18h4",
  tag: "M4 4h8l8 8-8 8-8-8zM8.5 8.5h.01",
  moon: "M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z",
  closeNext: "M3 11.5 7.5 16 15.5 6.5M18 11v8M15 16l3 3 3-3",
  check: "M5 12.5 10 17.5 19.5 7",
  clock: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 1 0 0-17M12 7.5V12l3 2",
  merge: "M6 4v3c0 4 6 4 6 8v5M18 4v3c0 4-6 4-6 8M9 17l3 3 3-3",
  key: "M8 9a4 4 0 1 0 0 8 4 4 0 1 0 0-8M11 10.5 20 4.5M16 7l2.5 3.5",
  bell: "M6 17h12l-1.5-2.5V11a4.5 4.5 0 0 0-9 0v3.5zM10.5 20h3",
  attach: "M19.5 11.5 12 19a4.6 4.6 0 0 1-6.5-6.5l8-8a3.1 3.1 0 0 1 4.4 4.4l-8 8a1.6 1.6 0 0 1-2.2-2.2l7.3-7.3",
  send: "M4 11.5 20 4l-5 16-3.5-6.5zM11.5 13.5 20 4",
  bolt: "M13 3 5 13h6l-1 8 8-10h-6z",
  database:
    "M5 6c0-1.7 3.1-3 7-3s7 1.3 7 3v12c0 1.7-3.1 3-7 3s-7-1.3-7-3zM5 6c0 1.7 3.1 3 7 3s7-1.3 7-3M5 12c0 1.7 3.1 3 7 3s7-1.3 7-3",
} as const;

export type AdminIconName = keyof typeof shapes;

export function AdminIcon({ name }: { name: AdminIconName }) {
  return <Drawing path={shapes[name]} />;
}
