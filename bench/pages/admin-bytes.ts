import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import { type Download, downloadsOf, isScript, isStyle, sumBytes } from "./downloads.ts";
import type { Figure } from "../figures.ts";
import { inboxPath, openDesk, openInbox, openSignIn } from "./team-visits.ts";

const channelsPath = "/ContactAdmin";
const channelsPage = "channels-page";

/** The bytes that team pages download, each in a new browser profile. */
export async function measureAdminBytes(browser: Browser, origin: string): Promise<Figure[]> {
  const before = await openDesk(browser, origin);
  const desks = [before];
  try {
    await openInbox(before);
    const cookies = await before.context().cookies();
    const visit = async (path: string, isMember: boolean): Promise<Download[]> => {
      const page = await openDesk(browser, origin);
      desks.push(page);
      if (isMember) await page.context().addCookies(cookies);
      if (isMember) await page.goto(path);
      else await openSignIn(page, path);
      return (await downloadsOf(page)).filter((download) => isScript(download) || isStyle(download));
    };
    const inbox = await visit(inboxPath, true);
    // The build's manifest says which file each page is in.
    const files = JSON.parse(
      readFileSync(join(import.meta.dirname, "../../dist/client/.vite/pages.json"), "utf8"),
    ) as Record<string, { file: string }>;
    const channelsFile = files[channelsPage]?.file;
    if (channelsFile === undefined) throw new Error(`the build knows no ${channelsPage}`);
    const figure = (name: string, downloads: readonly Download[]): Figure => ({
      name: `scripts and styles of ${name}`,
      unit: "B",
      runs: [sumBytes(downloads)],
    });
    return [
      figure("the sign-in at the inbox", await visit(inboxPath, false)),
      figure("the inbox", inbox),
      figure("the channels' page", await visit(channelsPath, true)),
      {
        name: "of the channels' own file, by the inbox",
        unit: "B",
        runs: [sumBytes(inbox.filter(({ url }) => url.endsWith(channelsFile)))],
        aim: { bound: "≤", value: 0 },
      },
    ];
  } finally {
    for (const desk of desks) await desk.context().close();
  }
}
