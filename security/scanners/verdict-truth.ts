import { Agent } from "node:http";
import * as fc from "fast-check";
import { z } from "zod";
import { isReached, type Official, officialOf, questionsAbout } from "../../src/server/verify/testing-hostile-texts.ts";
import { ask } from "../ask.ts";
import { type Scanner, noFindings } from "../scanner.ts";
import type { Target } from "../target.ts";

const verdict = z.object({
  verdict: z.string(),
  channels: z.array(z.object({ type: z.string(), value: z.string() })).optional(),
});

/**
 * Channels that the scanner adds to the list: one of each kind that has links. No other text may be called one of them.
 */
const added: Official[] = [
  officialOf("phone", "919000000007", "447700900666", 1),
  officialOf("whatsapp", "ABCdef123GHI", "XYZdef123GHI", 1),
  officialOf("whatsapp", "919000000008", "447700900666"),
  officialOf("telegram", "saffron_judged", "thief_example"),
  officialOf("telegram", "OurInviteHash", "ThiefInviteHash", 1),
  officialOf("facebook", "100012345678", "100087654321"),
  officialOf("facebook", "saffronjudged", "thiefexample", 1),
  officialOf("instagram", "saffron_judged", "thief_example"),
  officialOf("youtube", "kesarjudged", "thiefexample"),
  officialOf("email", "support", "thief"),
  officialOf("website", "saffron", "thief"),
  officialOf("website", "saffron", "thief", 1),
];

/** Max requests in flight. */
const batch = 64;

/**
 * Sends hostile texts made from the server's own list over HTTP. Each `official` must be for a text that every program
 * opens as that channel.
 */
export function verdictTruth({ runs, seed = 5 }: { runs: number; seed?: number }): Scanner {
  return {
    name: "verdict truth",
    async run(target) {
      const officials = await fillList(target);
      const agent = new Agent({ keepAlive: true, maxSockets: batch });
      const found = new Set<string>();
      let asked = 0;
      let yes = 0;
      async function check(text: string): Promise<void> {
        const body = JSON.stringify({ text });
        const headers = { "content-type": "application/json" };
        const request = { method: "POST", path: "/api/verify", headers, body, withSession: false };
        const response = await ask(target.origin, agent, request, undefined);
        asked += 1;
        // A blank or too long text is rejected.
        if (response.status === 422) return;
        const { channels = [], ...said } = verdict.parse(JSON.parse(response.body));
        if (said.verdict !== "official") return;
        yes += 1;
        for (const { type, value } of channels) {
          const ours = officials.filter((one) => one.type === type && compact(one.value) === compact(value));
          if (!ours.some((one) => isReached(text, one)))
            found.add(`${JSON.stringify(text)} is said to be ${type} ${value}`);
        }
      }
      const texts = fc.array(questionsAbout(officials), { minLength: batch, maxLength: batch, size: "max" });
      const property = fc.asyncProperty(texts, async (all) => {
        await Promise.all(all.map(({ text }) => check(text)));
        return found.size === 0;
      });
      await fc.check(property, { seed, numRuns: Math.ceil(runs / batch), endOnFailure: true });
      agent.destroy();
      if (yes === 0) found.add("nothing at all was said to be ours, not even what is");
      return noFindings("of this product", `${asked} hostile texts, ${yes} of them rightly ours`, [...found]);
    },
  };
}

/** Removes the spaces of a number: the verdict shows its usual form, not the typed text. */
function compact(value: string): string {
  return value.replaceAll(" ", "");
}

async function fillList(target: Target): Promise<Official[]> {
  const cookie = await target.signIn();
  const headers = { "content-type": "application/json", "x-forwarded-proto": "https", cookie };
  const url = `${target.origin}/api/contacts`;
  for (const { type, value } of added) {
    const body = JSON.stringify({ type, value, isActive: true, proof: "" });
    const response = await fetch(url, { method: "POST", headers, body });
    if (!response.ok) throw new Error(`${value} was not taken: ${response.status} ${await response.text()}`);
  }
  return added;
}
