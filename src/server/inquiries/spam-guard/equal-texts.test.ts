import { afterEach, beforeEach, expect, it } from "vitest";
import { seededRandom } from "#domain/testing-random.ts";
import { type ApiTest, createApiTest } from "#server/testing-api.ts";
import { genuineMessages } from "./testing-messages.ts";

let test: ApiTest;
beforeEach(async () => {
  test = await createApiTest();
});
afterEach(() => test.close());

interface Sent {
  query: string;
  from: string;
  person?: number;
}

/** Sends them at an even pace, by the API and by the plain form in turn; returns which are suspected. */
async function suspectedOf(messages: readonly Sent[], { minutes }: { minutes: number }): Promise<string[]> {
  for (const [index, { query, from: remoteAddress, person = index }] of messages.entries()) {
    const who = { name: `Visitor ${person}`, phone: `+91 9${String(person).padStart(9, "0")}`, city: "Pune", query };
    const fields = { ...who, email: `visitor${person}@example.com` };
    const isPlain = index % 2 === 1;
    const { statusCode } = await test.app.inject({
      method: "POST",
      url: isPlain ? "/contact/message" : "/api/contact-inquiries",
      headers: { "content-type": isPlain ? "application/x-www-form-urlencoded" : "application/json" },
      payload: isPlain ? new URLSearchParams(fields).toString() : JSON.stringify(fields),
      remoteAddress,
    });
    expect(statusCode).toBe(isPlain ? 303 : 201);
    test.clock.advance({ seconds: (minutes * 60) / messages.length });
  }
  const rows = await test.db.selectFrom("inquiry").select(["query", "status"]).execute();
  return rows.filter(({ status }) => status === "suspected").map(({ query }) => query);
}

it("suspects at most 2 % of 300 genuine messages with common questions", async () => {
  const random = seededRandom(6);
  const messages = genuineMessages
    .flatMap(([people, text]) => Array.from({ length: people }, () => text))
    .map((query) => ({ query, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    // A third are on phones, whose carriers put many people behind a few addresses.
    .map(({ query }, index) => ({
      query,
      from: index % 3 === 0 ? `198.51.100.${1 + (index % 12)}` : `192.0.2.${index % 254}`,
    }));
  expect(messages).toHaveLength(300);
  const suspected = await suspectedOf(messages, { minutes: 60 });
  expect(suspected.length / messages.length, suspected.join("\n")).toBeLessThanOrEqual(0.02);
});

const text = "Dear sir, we offer the very best rates for your web site, please answer soon.";
const copiesOf = (count: number, networks: number, query: string): Sent[] =>
  Array.from({ length: count }, (_, each) => ({ query, from: `203.0.113.${each % networks}` }));

it.each([
  ["from one network", 1, text],
  ["from one network, in other spaces and capitals", 1, `${text.toUpperCase()}  `],
  ["from one network of IPv6", 0, text],
  ["with a link", 200, `${text} https://spam.example/rates`],
  ["with a link of a messenger", 200, `${text} t.me/best_rates`],
  ["with a host only", 200, `Visit bestrates.xyz. ${text}`],
])("suspects all but the first five of equal texts %s", async (_what, networks, query) => {
  const texts = copiesOf(200, Math.max(1, networks), query).map((sent, each) =>
    networks > 0 ? sent : { ...sent, from: `2001:db8:0:1::${(each + 1).toString(16)}` },
  );
  expect(await suspectedOf(texts, { minutes: 10 })).toHaveLength(195);
});

it("suspects all but the first five of each network", async () => {
  expect(await suspectedOf(copiesOf(200, 4, text), { minutes: 10 })).toHaveLength(180);
});

it.each([
  ["words of a common question", text],
  ["an email address", `${text} My address is asha@example.com or asha.k@mail.example.org.`],
  ["a full stop without a space, and a version", `App is hanging.please fix it in 2.1.0/2.1.1 of the app. ${text}`],
])("suspects nobody for equal texts from many networks with %s", async (_what, query) => {
  expect(await suspectedOf(copiesOf(40, 40, query), { minutes: 10 })).toEqual([]);
});
