import { expect, it } from "vitest";
import { openTestStore } from "../store/testing.ts";
import { createInboxFeed, type FeedMessage } from "./inbox-feed.ts";

const member = { id: "asha", email: "asha@example.com" };

it("tells whoever comes while others are being told all that they missed", async () => {
  const { store, db } = await openTestStore();
  const add = () => db.insertInto("inbox_change").values({ inquiry_id: "a", kind: "changed", created_at: 1 }).execute();
  let reading = () => {};
  let goOn = () => {};
  const isRead = new Promise<void>((resolve) => (reading = resolve));
  const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
  const after: typeof store.inboxChanges.after = async (number, most) => {
    const changes = await store.inboxChanges.after(number, most);
    if (number === 2) {
      reading();
      await mayGoOn;
    }
    return changes;
  };
  const feed = createInboxFeed({ store: { ...store.inboxChanges, after }, now: () => 1 });
  const told = (numbers: number[]) => ({
    send: ({ event, number }: FeedMessage) => void (event === "change" && numbers.push(number ?? 0)),
    end: () => {},
  });
  const first: number[] = [];
  const late: number[] = [];
  for (let index = 0; index < 3; index += 1) await add();
  await feed.open(member, 2, told(first));
  await isRead;
  await feed.open(member, 0, told(late));
  goOn();
  await expect.poll(() => late).toEqual([1, 2, 3]);
  expect(first).toEqual([3]);
  await db.destroy();
});
