import type { Browser, Locator, Page } from "@playwright/test";
import type { ErasedForGood } from "#contract/inbox/bin.ts";
import type { InboxPage, InquiryDetail, InquirySummary } from "#contract/inbox/inbox.ts";
import type { Invited } from "#contract/auth/team.ts";
import type { Inquiry } from "#domain/inquiries/inquiry.ts";
import { expect, open, switchOffDeliveries, test as base } from "./admin-test.ts";
import type { FrontDesk } from "./server.ts";

export { expect, open };

export const inboxAddress = "/ContactAdmin/inquiries";

/** All inquiries, what happened last first; without it, the list is of those that wait. */
export const allInquiries = "?view=all";

/** An inquiry in a test; omitted fields are made up. */
export type GivenInquiry = Partial<Inquiry> & Pick<Inquiry, "name">;

/** The inbox in a browser, and its inquiries. */
export interface Inbox {
  /**
   * Replaces all inquiries, the last one being the newest, signs the owner in and opens the inbox, with all of them
   * unless `query` says otherwise.
   */
  openWith(inquiries: readonly GivenInquiry[], query?: string): Promise<InquirySummary[]>;
  /** Sends inquiries as visitors do. */
  send(inquiries: readonly GivenInquiry[]): Promise<void>;
  /** An inquiry from the server, by its visitor's name. */
  known(name: string): Promise<InquiryDetail>;
  rows: Locator;
  row(name: string): Locator;
  /** The visitors' names in row order. */
  names(): Promise<string[]>;
  panel: Locator;
  /** Opens the tab of the panel in which one writes a note, and returns its text. */
  note(): Promise<Locator>;
  /** The bar with the last action. */
  done: Locator;
  /** Opens another member's browser, signed in. */
  colleague(): Promise<Page>;
}

export const test = base.extend<{ inbox: Inbox }>({
  inbox: async ({ page, server, admin, browser }, use) => {
    const pages: Page[] = [];
    const inbox = inboxOn(page, server);
    await use({
      ...inbox,
      async openWith(inquiries, query = allInquiries) {
        await admin.signIn();
        await switchOffDeliveries(page);
        await eraseAll(server);
        await inbox.send(inquiries);
        await open(page, inboxAddress + query);
        await expect(page.getByText("Loading inquiries...")).toBeHidden();
        await admin.settled();
        return (await server.call<InboxPage>("GET", "contact-inquiries?limit=200")).inquiries;
      },
      async colleague() {
        const other = await signedInColleague(browser, server);
        pages.push(other);
        return other;
      },
    });
    await Promise.all(pages.map((other) => other.context().close()));
  },
});

function inboxOn(page: Page, server: FrontDesk): Omit<Inbox, "openWith" | "colleague"> {
  const rows = page.getByRole("list", { name: "Inquiries" }).getByRole("listitem");
  return {
    rows,
    row: (name) => rows.filter({ hasText: name }),
    names: () => rows.locator(".row-name").allTextContents(),
    panel: page.getByRole("region", { name: /^Inquiry/ }),
    async note() {
      const panel = page.getByRole("region", { name: /^Inquiry/ });
      await panel.getByRole("tab", { name: "Note" }).click();
      return panel.getByLabel("New note");
    },
    done: page.getByRole("group", { name: "Done last" }),
    async send(inquiries) {
      // Sequentially, to keep the order.
      for (const inquiry of inquiries) await server.call("POST", "contact-inquiries", completed(inquiry));
    },
    async known(name) {
      const { inquiries } = await server.call<InboxPage>("GET", "contact-inquiries?limit=200");
      const found = inquiries.find((inquiry) => inquiry.name === name);
      return server.call<InquiryDetail>("GET", `contact-inquiries/${found?.id}`);
    },
  };
}

let sent = 0;

function completed(given: GivenInquiry): Inquiry {
  sent += 1;
  return {
    phone: `+91 90000 ${String(10_000 + sent)}`,
    email: `visitor${sent}@example.com`,
    city: "Jaipur",
    query: `Question number ${sent}`,
    ...given,
  };
}

async function eraseAll(server: FrontDesk): Promise<void> {
  for (const filter of ["", "&status=suspected", "&snoozed=yes"]) {
    for (;;) {
      const { inquiries } = await server.call<InboxPage>("GET", `contact-inquiries?limit=200${filter}`);
      if (inquiries.length === 0) break;
      const seen = inquiries.map(({ id, version }) => ({ id, version }));
      await server.call("POST", "contact-inquiries/erase", { inquiries: seen });
    }
  }
  for (let isDone = false; !isDone;) {
    const until = new Date(Date.now() + 60_000).toISOString();
    ({ isDone } = await server.call<ErasedForGood>("POST", "contact-inquiries/bin/empty", { until }));
  }
}

export const colleague = { email: "asha@example.com", password: "another made-up password" };

async function signedInColleague(browser: Browser, server: FrontDesk): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.origin });
  const other = await context.newPage();
  const signIn = () => other.request.post("/api/session", { data: colleague });
  if ((await signIn()).status() !== 200) {
    const { link } = await server.call<Invited>("POST", "members", { email: colleague.email, role: "agent" });
    const token = /=([\w-]+)$/.exec(link)?.[1];
    const set = await other.request.post("/api/password", { data: { token, password: colleague.password } });
    expect(set.status()).toBe(200);
  }
  return other;
}

/** Delays the responses for single inquiries, and lists the requests that change something. */
export async function slowDown(page: Page, random: () => number): Promise<readonly string[]> {
  const changes: string[] = [];
  await page.route("**/api/contact-inquiries/**", async (route) => {
    const request = route.request();
    if (request.method() !== "GET") changes.push(`${request.method()} ${request.url()}`);
    else if (!request.url().endsWith("/events"))
      await new Promise((resolve) => void setTimeout(resolve, random() * 1200));
    await route.continue().catch(() => undefined);
  });
  return changes;
}
