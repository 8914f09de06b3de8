import { solveChallenge } from "altcha-lib";
import { deriveKey as pbkdf2 } from "altcha-lib/algorithms/web/pbkdf2";
import { deriveKey as sha } from "altcha-lib/algorithms/web/sha";
import type { Challenge } from "altcha-lib/types";

/**
 * Solves ALTCHA's challenge, as the server wrote it, into what it takes for the work. The browser's own cryptography does it
 * beside the page, so it needs no worker. @throws where there is none (plain http) or the challenge is none that we know
 */
export async function solveWork(given: unknown): Promise<string | undefined> {
  // The server's answers are held to the contract by its own tests.
  const challenge = given as Challenge;
  const deriveKey = challenge.parameters.algorithm.startsWith("PBKDF2/") ? pbkdf2 : sha;
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) return undefined;
  return btoa(JSON.stringify({ challenge, solution }));
}
