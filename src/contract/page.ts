import type { ImpostorReport, Inquiry, InquiryField, ReportField } from "#domain/inquiries/inquiry.ts";
import type { Language } from "#domain/languages.ts";
import type { ActiveChannel } from "./channels/channel.ts";
import type { Accepted, Receipt } from "./inquiries/submission.ts";
import type { Member } from "./auth/session.ts";
import type { PrivacySettings } from "./settings.ts";
import type { BrandName, PageSite, Particulars, Site, SiteNotice, Support } from "./site/site.ts";
import type { Verdict } from "./channels/verify.ts";

export interface ShownNotice {
  text: string;
  tone: SiteNotice["tone"];
  pages: string[];
}

/** Data embedded in a document: what it was rendered from, for hydration. */
export interface PageData {
  site: PageSite;
  /** Active channels; only on pages that show them. */
  contacts?: ActiveChannel[];
  /** Set if the team hid all channels; only on pages that show them. */
  hidden?: boolean;
  /** The notices that are shown now, with the paths of their pages; left out if there are none. */
  notices?: ShownNotice[];
  /** When the document was rendered, in ms since 1970; only on pages with channels, which depend on the time of day. */
  at?: number;
  /** Settings about inquiries, such as their retention; only on the page that states them. */
  privacySettings?: PrivacySettings;
  /** Particulars, on the pages that show them. */
  particulars?: Particulars;
  /** Address for questions, on the legal pages. */
  support?: Support;
  /** The signed-in member, on the team's pages. */
  member?: Member | null;
  /** Set if that member must set up a second factor first. */
  mustSetUp?: boolean;
  /** Whether a password can be reset by email; on the team's pages, when signed out. */
  resetsByMail?: boolean;
  /** Whether members can sign in with the company's identity provider; on the team's pages. */
  hasProvider?: boolean;
  /** A visitor's inquiry on its private page; null if the key is invalid. */
  receipt?: Receipt | null;
  /** An answer on the private page that was rejected, returned to a visitor without scripts. */
  refusedAnswer?: { text: string; message: string };
  /** The submission of a visitor without scripts; null if the key in the URL is invalid. */
  accepted?: Accepted | null;
  /** WhatsApp number for continuing in a chat, on pages that offer it; null if the team has none. */
  chat?: string | null;
  /** Hidden fields of the page's form, new for each document; only on pages with plain forms. */
  form?: PlainForm;
  /** A rejected inquiry, returned to a visitor without scripts. */
  refused?: RefusedInquiry;
  /** The impostor report that is returned; without `message` it is only prefilled. */
  report?: { values: ImpostorReport; errors: Partial<Record<ReportField, string>>; message?: string };
  /** The query of a visitor without scripts, and its result; `problem` if the query was rejected. */
  verified?: { text: string; verdict: Verdict } | { text: string; problem: string };
}

/** The hidden fields of a form that is sent without scripts. */
export interface PlainForm {
  /** The idempotency key. */
  key: string;
  /** When the form was rendered, signed. */
  formTime: string;
}

interface RefusedInquiry {
  values: Inquiry;
  errors: Partial<Record<InquiryField, string>>;
  message: string;
  /** Set if the same inquiry may be accepted later. */
  isForNow?: boolean;
}

/** A page as the server needs to know it; `web/app/pages.tsx` describes each. */
export interface PageInfo {
  /**
   * `everyone`: the same bytes for all, so cacheable; `visitor`: rendered per request; `team`: rendered per request for
   * the signed-in member.
   */
  audience: "everyone" | "visitor" | "team";
  showsChannels: boolean;
  /** Whether it shows how inquiries are handled. */
  showsPrivacySettings?: boolean;
  /** Whether it shows where questions go. */
  showsSupport?: boolean;
  /** Whether it is in the site map. */
  listed: boolean;
}

/** A page in one of its languages. */
export interface SpokenPage extends PageInfo {
  language: Language;
  /** Path in the default language. */
  path: string;
}

/**
 * Renders a path and its data into a document; `site.brands` of the data holds the address of each logo. Created once,
 * with the live site and the built assets.
 */
export interface PageRenderer {
  /** The pages by path. */
  pages: ReadonlyMap<string, SpokenPage>;
  /** Loads what the team's pages need, for a faster start: await it before one is rendered. */
  loadTeam(): Promise<void>;
  /** `url` is a path of `pages` with its query; any other renders the 404 page in the language of the path. */
  render(url: string, data: PageData): string;
  /**
   * A page with the site of `data`, which need not be in effect, in a colour scheme, without scripts; `styles` are the
   * inline ones.
   */
  renderPreview(
    url: string,
    data: PageData & { site: Site },
    scheme: "light" | "dark",
  ): { document: string; styles: string[] };
  /** Renders a page that keeps the site in a browser: the one with the button, or the one shown without a network. */
  renderKept(name: "keep" | "offline", language: Language): OwnDocument;
  /** The script of the service worker. */
  keepWorker: string;
  /** A sheet to print with the site's address, also as a QR code. */
  renderPoster(poster: { brand: BrandName; language: Language; address: URL; code: string }): OwnDocument;
  /**
   * The document for a failed request with this status, without scripts, in the language of its `url`. A fault of ours
   * shows the request's id.
   */
  renderFault(status: number, url: string, requestId?: string): string;
  /** Inline content, which the Content Security Policy allows by hash. */
  inline: (language: Language) => { styles: string[]; scripts: string[] };
}

/** A document that needs a policy of its own, for its inline styles and scripts. */
export interface OwnDocument {
  document: string;
  styles: string[];
  scripts: string[];
}

/**
 * A built file as documents reference it; `integrity` hashes its content
 * (https://www.w3.org/TR/sri-2/#integrity-metadata).
 */
export interface BuiltFile {
  path: string;
  integrity: string;
}

/** A stylesheet, which visitors' documents contain: no request may delay their first paint. */
export interface StyleFile extends BuiltFile {
  text: string;
}

/** The built files that a document references, for one language. */
export interface Assets {
  entry: BuiltFile;
  /**
   * The files that each page needs besides the entry, by its source file's name such as `home-page`; `later` may be
   * imported once the page is loaded.
   */
  pages: Record<string, { scripts: BuiltFile[]; styles: StyleFile[]; later: BuiltFile[] }>;
}
