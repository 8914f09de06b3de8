/** Every public page with its path, two of them in Hindi as well, and one that does not exist. */
export const publicPages: readonly PublicPage[] = [
  { url: "/", maxBytes: 9216 },
  { url: "/contact", maxBytes: 10_240 },
  { url: "/hi", maxBytes: 9216 },
  { url: "/hi/contact", maxBytes: 10_240 },
  { url: "/contact/message", isOwn: true },
  { url: "/verify" },
  { url: "/report", isOwn: true },
  { url: "/terms" },
  { url: "/privacy" },
  { url: "/nowhere", isMissing: true },
];

export interface PublicPage {
  url: string;
  /** Its budget, if smaller than a first TCP flight. */
  maxBytes?: number;
  /** Private to one visitor: no cache stores it and no search engine lists it. */
  isOwn?: boolean;
  /** It has status 404. */
  isMissing?: boolean;
}
