import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, open, test } from "./admin-test.ts";
import { asha } from "./public-test.ts";
import { type FrontDesk, startServer } from "./server.ts";
import { askStore, removeStore } from "./store.ts";

const day = 86_400_000;

let dataDir: string;
let running: FrontDesk | undefined;
test.beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "front-desk-retention-"));
});
test.afterEach(async () => {
  await running?.stop();
  await removeStore(dataDir);
});

/** Moves the closing time of all closed inquiries this many days back. */
async function pass(days: number): Promise<void> {
  await askStore(dataDir, `update inquiry set closed_at = closed_at - ${days * day} where closed_at is not null`);
}

test(
  "a closed inquiry is erased after the days that the owner has set, and the privacy page names them",
  { tag: "@postgresql" },
  async ({ page }) => {
    running = await startServer({ DATA_DIR: dataDir });
    // An open inbox polls, and a stopping server rejects that.
    const leave = () => page.goto("about:blank");
    const signIn = async (at: FrontDesk) => {
      const response = await page.request.post(`${at.origin}/api/session`, { data: at.owner });
      expect(response.status()).toBe(200);
    };
    await signIn(running);
    await open(page, `${running.origin}/ContactAdmin/settings?section=retention`);
    await page.getByLabel("Erase a closed inquiry after").fill("30");
    await page.getByRole("region", { name: "Inquiries" }).getByRole("button", { name: "Save" }).click();
    const question = page.getByRole("alertdialog", { name: "Erase closed inquiries sooner?" });
    await expect(question).toHaveAccessibleDescription(/closed more than 30 days ago are erased within the hour/);
    await question.getByRole("button", { name: "Erase them sooner" }).click();
    await expect(page.getByRole("status").getByText("Settings saved", { exact: true })).toBeVisible();
    await open(page, `${running.origin}/privacy`);
    await expect(page.getByText("30 days after our team has closed it")).toBeVisible();

    for (const name of ["Closed Example", "Open Example"]) {
      const sent = await page.request.post(`${running.origin}/api/contact-inquiries`, { data: { ...asha, name } });
      expect(sent.status()).toBe(201);
    }
    const inbox = "/ContactAdmin/inquiries?status=";
    await open(page, `${running.origin}${inbox}new`);
    await page.getByRole("link", { name: "Closed Example" }).click();
    await page.getByRole("combobox", { name: "Status" }).selectOption("closed");
    await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();

    await leave();
    await running.stop();
    await pass(29);
    running = await startServer({ DATA_DIR: dataDir });
    await signIn(running);
    await open(page, `${running.origin}${inbox}closed`);
    await expect(page.getByRole("link", { name: "Closed Example" })).toBeVisible();

    await leave();
    await running.stop();
    await pass(2);
    running = await startServer({ DATA_DIR: dataDir });
    await signIn(running);
    await open(page, `${running.origin}${inbox}closed`);
    await expect(page.getByText("0 inquiries", { exact: true }).first()).toBeVisible();
    await open(page, `${running.origin}${inbox}new`);
    await expect(page.getByRole("link", { name: "Open Example" })).toBeVisible();
  },
);
