import type { ImpostorReport, ReportField } from "#domain/impostor-report.ts";
import type { Inquiry, InquiryField } from "#domain/inquiry.ts";
import type { ActiveContact } from "./contact.ts";
import type { Accepted, Receipt } from "./receipt.ts";
import type { Member } from "./session.ts";
import type { Keeping } from "./settings.ts";
import type { Site } from "./site.ts";
import type { Verdict } from "./verify.ts";

/** What a document carries for its scripts, and was rendered from. */
export interface PageData {
  site: Site;
  /** The active contacts; only on the pages that show them. */
  contacts?: ActiveContact[];
  /** Set where there are no contacts since the team has hidden them all; only on the pages that show them. */
  hidden?: boolean;
  /** When the document was made, in milliseconds since 1970; only on the pages that show contacts, which depend on the time of day. */
  at?: number;
  /** What is done with inquiries; only on the page that says so. */
  keeping?: Keeping;
  /** Who is signed in, on the team's pages. */
  member?: Member | null;
  /** Set where that member must set up a second factor first. */
  mustSetUp?: boolean;
  /** Whether a forgotten password can be reset by mail; on the team's pages, for who is not signed in. */
  resetsByMail?: boolean;
  /** A visitor's own inquiry, on its private page; null where the key opens none. */
  receipt?: Receipt | null;
  /** What a visitor without scripts has just sent; null where the key in the address opens nothing. */
  accepted?: Accepted | null;
  /** The WhatsApp number with which a visitor can go on, where the page offers that; null where the team has none. */
  chat?: string | null;
  /** What the page's form says of itself, made anew for each document; only on the pages of plain forms. */
  form?: PlainForm;
  /** A refused inquiry, given back to whoever sent it without scripts. */
  refused?: RefusedInquiry;
  /** The same for an impostor report; without `message` it was not sent yet, and its fields are filled in. */
  report?: { values: ImpostorReport; errors: Partial<Record<ReportField, string>>; message?: string };
  /** What a visitor without scripts has asked of a number or a link, and what came out; `problem` where it could not be asked. */
  verified?: { text: string; verdict: Verdict } | { text: string; problem: string };
}

/** The hidden fields of a form that is sent without scripts. */
export interface PlainForm {
  /** The idempotency key. */
  key: string;
  /** When the form was made, signed. */
  formTime: string;
}

export interface RefusedInquiry {
  values: Inquiry;
  errors: Partial<Record<InquiryField, string>>;
  message: string;
}

/** A page as the server needs to know it; every URL is declared in `web/routes.tsx`. */
export interface PageInfo {
  /** `everyone`: the same bytes for all, so it may be cached; `visitor`: made for one request; `team`: and for who is signed in. */
  audience: "everyone" | "visitor" | "team";
  showsContacts: boolean;
  /** Says what is done with inquiries. */
  showsKeeping?: boolean;
  /** Listed in the site map. */
  listed: boolean;
}

/** Turns a path and its data into a document. Made once, with the site's configuration and the built assets. */
export interface PageRenderer {
  /** The pages by their paths. */
  pages: ReadonlyMap<string, PageInfo>;
  /** `url` is a path of `pages` with its query; anything else renders the 404 page. */
  render(url: string, data: PageData): string;
  /** The document for a request that failed with this status; it has no scripts. */
  renderFault(status: number): string;
  /** What stands inside the documents, which the Content Security Policy must allow by its hash. */
  inline: { styles: string[]; scripts: string[] };
}

/** A built file as a document names it; `integrity` is that of its content (https://www.w3.org/TR/sri-2/#integrity-metadata). */
export interface BuiltFile {
  path: string;
  integrity: string;
}

/** The built files that a document names. */
export interface Assets {
  entry: BuiltFile;
  /** For each source file of a page, the files it needs besides the entry; `later` may be imported once it is there. */
  pages: Record<string, { scripts: BuiltFile[]; styles: BuiltFile[]; later: BuiltFile[] }>;
}
