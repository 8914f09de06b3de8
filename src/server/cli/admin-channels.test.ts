import { describe, expect, it } from "vitest";
import { emptyChannelList } from "#domain/channels/channel-list.ts";
import { rotateKey, trustChannels } from "./admin-repairs.ts";
import { createDescriptions } from "../channels/descriptions.ts";
import type { UnverifiedList } from "../channels/list-loader.ts";

const polled = (message?: string) => () =>
  Promise.resolve({
    channelList: emptyChannelList,
    alarm: message === undefined ? null : { since: 1, message },
    writeFailure: null,
  });

describe("rotateKey", () => {
  const rotate = () => Promise.resolve({ kid: "new-key" });

  it.each([
    ["there is an alarm by then", () => Promise.resolve("alarm" as const), "there is an alarm about the channels"],
    ["the store takes nothing", () => Promise.reject(new Error("the disk is full")), "the disk is full"],
  ])("says that the list is not signed with the new key where %s", async (_what, signAgain, why) => {
    const { text, hasFailed } = await rotateKey({ poll: polled(), signAgain }, rotate, async () => "yes");
    expect(hasFailed).toBe(true);
    expect(text).toContain(`There is a new key, new-key, but the list could not be signed with it: ${why}.`);
    expect(text).toContain("Leave the old keys in the file");
  });
});

describe("trustChannels", () => {
  const list: UnverifiedList = {
    version: 1,
    listVersion: 1,
    channels: [
      { id: "a", type: "telegram", value: "@x\u001b[2J\u202e", isActive: true, proof: "Desk\n1", hours: null },
      { id: "b", type: "email", value: "a@example.com", isActive: false, proof: "", hours: null },
    ],
    isHidden: false,
    rule: { kind: "approval" },
  };

  const descriptions = createDescriptions({ country: () => "IN", site: () => "https://desk.example.com" });

  /** Returns what is shown, trusted and printed after the operator types `typed`. */
  async function asked(
    typed: string,
    { alarm = "why", found = list }: { alarm?: string; found?: UnverifiedList | null } = {},
  ) {
    const shown: string[] = [];
    const trusted: UnverifiedList[] = [];
    const channelList = {
      poll: polled(alarm === "" ? undefined : alarm),
      unverified: () => Promise.resolve(found),
      trust: async (one: UnverifiedList) => void trusted.push(one),
    };
    const terminal = { show: (text: string) => void shown.push(text), ask: () => Promise.resolve(typed) };
    return { result: await trustChannels(channelList, descriptions, terminal), shown: shown.join("\n"), trusted };
  }

  it("shows a list without control characters, and publishes exactly that after a yes", async () => {
    const { result, shown, trusted } = await asked("yes");
    expect(shown).toContain("  telegram  @x?[2J?  (active; Desk?1)\n  email  a@example.com  (off)\n");
    expect(shown).toContain("A change of where a channel opens, or of its description, needs a second owner.");
    expect(trusted).toEqual([list]);
    expect(result.hasFailed).toBe(false);
  });

  it("names the description that mentions somebody else", async () => {
    const channels = list.channels.map((channel) => ({ ...channel, proof: "Now t.me/thief" }));
    const { shown } = await asked("no", { found: { ...list, channels } });
    expect(shown).toContain("  ! This description names t.me/thief, which is not one of your active channels.");
  });

  it.each(["", "y", "no", "YES!"])("changes nothing after %j", async (typed) => {
    const { result, trusted } = await asked(typed);
    expect(trusted).toEqual([]);
    expect(result).toEqual({ text: "Nothing was changed.", hasFailed: true });
  });

  it.each([
    ["no alarm", { alarm: "" }, "There is no alarm"],
    ["no list that can be read", { found: null }, "no list that could be read"],
  ])("asks nothing where there is %s", async (_what, found, text) => {
    const { result, shown, trusted } = await asked("yes", found);
    expect([shown, trusted]).toEqual(["", []]);
    expect(result).toEqual({ text: expect.stringContaining(text), hasFailed: true });
  });

  it("says if a list is empty or hidden", async () => {
    const { shown } = await asked("no", { found: { ...list, channels: [], isHidden: true } });
    expect(shown).toContain("(no channels)");
    expect(shown).toContain("they are hidden");
  });
});
