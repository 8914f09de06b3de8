/** Every public page at its address, and one that is not there. */
export const publicPages: readonly PublicPage[] = [
  { url: "/", mostBytes: 6144 },
  { url: "/contact", mostBytes: 8192 },
  { url: "/contact/message", isOwn: true },
  { url: "/verify" },
  { url: "/report", isOwn: true },
  { url: "/terms" },
  { url: "/privacy" },
  { url: "/nowhere", isMissing: true },
];

export interface PublicPage {
  url: string;
  /** Its budget, where that is smaller than a first TCP flight. */
  mostBytes?: number;
  /** It holds something of one visitor: no cache keeps it, and no search lists it. */
  isOwn?: boolean;
  /** It is answered 404. */
  isMissing?: boolean;
}
