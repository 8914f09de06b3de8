import { afterEach, beforeEach, expect, it } from "vitest";
import { dayOf } from "#domain/time/day.ts";
import { durationClass } from "#domain/time/duration-classes.ts";
import { createDeliveries } from "../notifications/testing-deliveries.ts";

const origin = "https://desk.example.com";
const owners = ["other@example.com", "owner@example.com"];

let test: Awaited<ReturnType<typeof createDeliveries>>;
beforeEach(async () => {
  test = await createDeliveries(origin);
  await test.signIn("agent");
  await test.signIn();
  const other = { id: "other", email: "other@example.com", role: "owner" as const, passwordHash: "none" };
  await test.store.members.insert(other, test.clock.now());
});
afterEach(() => test.close());

/** Adds `count` first answers after `minutes`, to inquiries received today. */
async function answer(count: number, minutes: number): Promise<void> {
  const { reports } = test.store;
  const position = (await reports.position()) ?? { inquiry: 0, entry: 0, event: 0, outcome: 0 };
  const what = { what: "first answer", detail: "", class: durationClass(minutes), count } as const;
  expect(await reports.add(position, [{ day: dayOf(test.clock.now()), hour: 1, ...what }], position)).toBe(true);
}

async function save(change: Partial<typeof test.input>): Promise<void> {
  const { version } = await test.services.settings.view();
  expect((await test.services.settings.save({ ...test.input, ...change }, version)).ok).toBe(true);
}

const onlyMail = { webhook: null, telegram: null };

/** Returns the receivers of the notices in the outbox. */
const told = async () =>
  (await test.rows())
    .filter(({ kind }) => kind === "late-answers")
    .map(({ channel, payload }) => (JSON.parse(payload) as { to?: string }).to ?? channel)
    .toSorted();

it("tells every owner what was promised and measured, on each delivery", async () => {
  await save({});
  await answer(5, 70);
  test.services.notifications.start({ origin, log: console });
  await test.services.cleanUp.run();
  await test.settled();
  expect(test.mailServer.mails.flatMap(({ to }) => to).toSorted()).toEqual(owners);
  const text = test.mailServer.mails[0]?.text ?? "";
  expect(text).toContain("The site promises a response in 5 minutes.");
  expect(text).toMatch(/In the 7 days up to \d+ \w+ \d{4}, half of the visitors waited for more than 1 h 15 min\./);
  expect(text).toContain(`${origin}/ContactAdmin/settings?section=retention`);
  const event = JSON.parse(test.hook.calls[0]?.body ?? "") as object;
  expect(event).toMatchObject({ type: "answers.late", data: { promised: "5 minutes", medianMinutes: 75, days: 7 } });
  expect(JSON.parse(test.telegram.calls[0]?.body ?? "")).toMatchObject({ text: text.trimEnd() });
});

it("tells them once a week, while it stays so, however often it is checked at once", async () => {
  await save(onlyMail);
  await answer(5, 70);
  await Promise.all(
    [1, 2, 3].map(() => test.services.outbox.notifyOfLateAnswers({ promised: "5 minutes", median: 70 })),
  );
  expect(await told()).toEqual(owners);
  test.clock.advance({ days: 6.9 });
  await answer(5, 70);
  await test.services.cleanUp.run();
  expect(await told()).toHaveLength(2);
  test.clock.advance({ days: 0.1, seconds: 1 });
  await test.services.cleanUp.run();
  expect(await told()).toHaveLength(4);
  test.clock.advance({ days: 8 });
  await test.services.cleanUp.run();
  expect(await told(), "nobody was answered in the last week").toHaveLength(4);
});

it("tells nobody if too few waited, the promise holds, or the site shows the measured time", async () => {
  await save(onlyMail);
  await answer(4, 70);
  await test.services.cleanUp.run();
  await answer(16, 1);
  await test.services.cleanUp.run();
  await save({ ...onlyMail, showsMeasuredAnswer: true });
  await answer(100, 70);
  await test.services.cleanUp.run();
  expect(await told()).toEqual([]);
});

it("waits for a delivery to be set up", async () => {
  await save({ ...onlyMail, mail: null });
  await answer(5, 70);
  await test.services.cleanUp.run();
  expect(await told()).toEqual([]);
  await save(onlyMail);
  await test.services.cleanUp.run();
  expect(await told()).toEqual(owners);
});
