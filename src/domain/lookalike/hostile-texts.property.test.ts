import { describe, expect, it } from "vitest";
import { foreignPlaces } from "./named-places.ts";
import { embedded, hostileKinds, randomFrom } from "./testing/hostile-texts.ts";
import { isOurs } from "./testing/testing-places.ts";

const runs = process.env["TEST_ALL"] === "1" ? 100_000 : 2000;

describe("a text that names somebody else, in any alphabet and spelling", () => {
  it.each(hostileKinds)("is refused: $kind", ({ kind, form }) => {
    const random = randomFrom(kind.length * 7919 + kind.charCodeAt(9));
    for (let run = 0; run < runs / hostileKinds.length; run += 1) {
      const named = form(random);
      const text = embedded(random, named);
      expect(foreignPlaces(text, isOurs), `${kind}: ${text}`).not.toEqual([]);
    }
  });
});

const ours = [
  "+91 90000 00001",
  "+९१ ९०००० ००००१",
  "090000 00001",
  "nine zero zero zero zero zero zero zero zero one",
  "1800 000 0000",
  "1930",
  "t.me/saffron_example",
  "@saffron_example",
  "support@example.com",
  "support [at] example (dot) com",
  "https://example.com/verify",
  "youtube.com/@saffronexample",
  "14416",
];

it("is not refused if it names ours alone", () => {
  const random = randomFrom(4);
  for (let run = 0; run < runs / 10; run += 1) {
    // Nothing else with digits beside it, which could be read together.
    const text = `${random.one(["Write to", "हमें लिखें:", "Call", "আমাদের", "எங்கள் எண்", "మా నంబర్", "Sampark:"])} ${random.one(ours)} ${random.one(["or", "या", "அல்லது"])} ${random.one(ours)}.`;
    expect(foreignPlaces(text, isOurs), text).toEqual([]);
  }
});
