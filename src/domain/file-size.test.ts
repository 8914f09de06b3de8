import { expect, it } from "vitest";
import { teamDictionaries } from "#copy/team/dictionaries.ts";
import { fileSize } from "./file-size.ts";

it.each([
  [0, "0 B"],
  [1, "1 B"],
  [999, "999 B"],
  [1000, "1 kB"],
  [1001, "2 kB"],
  [999_000, "999 kB"],
  [999_001, "1 MB"],
  [1_000_001, "1.1 MB"],
  [1_100_000, "1.1 MB"],
  [5 * 1024 * 1024, "5.3 MB"],
  [999_900_000, "999.9 MB"],
  [999_900_001, "1 GB"],
  [92_160_000_000, "92.2 GB"],
  [999_900_000_000, "999.9 GB"],
  [999_900_000_001, "1 TB"],
  [8_000_000_000_000_000, "8000 TB"],
])("%d bytes are %s", (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});

it("stands in the sentences of the alarms in each language of the team", () => {
  const { en, hi } = teamDictionaries;
  const free = fileSize(92_160_000_000);
  expect(en.shell.alarms.space.low.data(free)).toBe("The disk is nearly full: 92.2 GB left.");
  expect(hi.shell.alarms.space.low.data(free)).toBe("डिस्क लगभग भर गई है: 92.2 GB बाकी है।");
});
