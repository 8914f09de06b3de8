import { asha, open } from "./public-test.ts";
import {
  expect,
  form,
  later,
  nothingStored,
  notice,
  oneStored,
  send,
  storage,
  test,
  typedStored,
  write,
} from "./bad-network.ts";

/** Each test is named after a claim of the privacy page about the offline queue. */
const claims = {
  choice: "unless you choose “Send when I'm back online” for a message that could not be sent",
  waits:
    "Sent later: that message then waits in your browser, with its files, its language, its time and a random key, and goes " +
    "only to us.",
  removed: "It is removed once it is sent or you press “Don't send”.",
  over: "After 7 days it will no longer be sent: it is removed when you next open this site, and the site tells you so.",
};

test.use({ expectedErrors: /net::ERR_|status of 503/ });

const day = 86_400_000;

test("the page makes these claims", async ({ page }) => {
  await open(page, "/privacy");
  for (const claim of Object.values(claims)) await expect(page.getByRole("article")).toContainText(claim);
});

test(`nothing is stored beyond the tab, \`${claims.choice}\``, async ({ page, context }) => {
  await write(page, asha);
  await context.setOffline(true);
  await send(page);
  await expect(later(form(page))).toBeVisible();
  expect(await storage(page)).toEqual(typedStored);
  await context.setOffline(false);
  await page.route("**/api/contact-inquiries", (route) => route.fulfill({ status: 503 }), { times: 1 });
  await send(page);
  await expect(later(form(page))).toBeVisible();
  expect(await storage(page)).toEqual(typedStored);
  await send(page);
  await expect(form(page).getByText("Message Sent Successfully!")).toBeVisible();
  expect(await storage(page)).toEqual(nothingStored);
});

test(`\`${claims.waits}\``, async ({ page, context, desk }) => {
  const from = Date.now();
  await write(page, asha);
  await context.setOffline(true);
  await send(page);
  await later(form(page)).click();
  await expect.poll(() => storage(page)).toEqual(oneStored);
  const kept = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open("front-desk-unsent");
        opening.addEventListener("success", () => {
          const asked = opening.result.transaction("message").objectStore("message").getAll();
          asked.addEventListener("success", () => {
            opening.result.close();
            resolve({ mark: localStorage.getItem("front-desk-unsent"), messages: asked.result as unknown });
          });
        });
      }),
  );
  expect(kept).toEqual({
    mark: "1",
    messages: [
      {
        kind: "message",
        key: expect.stringMatching(/^[\da-f-]{36}$/),
        fields: asha,
        files: [],
        keptAt: expect.any(Number),
      },
    ],
  });
  expect((kept as { messages: Array<{ keptAt: number }> }).messages[0]?.keptAt).toBeGreaterThanOrEqual(from);

  const elsewhere: string[] = [];
  context.on("request", (request) => {
    const typed = [asha.name, asha.email, asha.phone].some((text) => (request.postData() ?? "").includes(text));
    if (typed) elsewhere.push(new URL(request.url()).origin);
  });
  await context.setOffline(false);
  await expect(notice(page).getByText("Message Sent Successfully!")).toBeVisible();
  expect(new Set(elsewhere)).toEqual(new Set([desk.current().origin]));
});

test(`\`${claims.removed}\``, async ({ page, context }) => {
  for (const outcome of ["sent", "taken back"]) {
    await write(page, asha);
    await context.setOffline(true);
    await send(page);
    await later(form(page)).click();
    await expect.poll(() => storage(page)).toEqual(oneStored);
    if (outcome === "taken back") await notice(page).getByRole("button", { name: "Don't send" }).click();
    await context.setOffline(false);
    await expect.poll(() => storage(page)).toEqual(nothingStored);
  }
});

test(`\`${claims.over}\``, async ({ page, context, desk }) => {
  await write(page, asha);
  await context.setOffline(true);
  await send(page);
  await later(form(page)).click();
  await expect.poll(() => storage(page)).toEqual(oneStored);
  const chosen = Date.now();
  await page.close();
  await context.setOffline(false);
  const posts: string[] = [];
  context.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  const next = await context.newPage();
  await next.clock.install({ time: chosen + 7 * day + 60_000 });
  await open(next, "/terms");
  await expect(notice(next)).toContainText("may not have reached us: we could not confirm it within 7 days");
  await expect.poll(() => storage(next)).toEqual(nothingStored);
  expect(posts).toEqual([]);
  expect(await desk.current().inquiries()).toEqual([]);
});
