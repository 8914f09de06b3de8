import { solveChallenge } from "altcha-lib";
import { deriveKey as pbkdf2 } from "altcha-lib/algorithms/web/pbkdf2";
import { deriveKey as sha } from "altcha-lib/algorithms/web/sha";
import type { Challenge } from "altcha-lib/types";

/**
 * Solves an ALTCHA challenge; takes it as the server sent it and returns the payload that the server expects. Web
 * Crypto works off the main thread, so it needs no worker. @throws without Web Crypto (plain http), or if the challenge
 * is of an unknown kind
 */
export async function solveWork(given: unknown): Promise<string | undefined> {
  // The server's own tests check its responses against the contract.
  const challenge = given as Challenge;
  const deriveKey = challenge.parameters.algorithm.startsWith("PBKDF2/") ? pbkdf2 : sha;
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) return undefined;
  return btoa(JSON.stringify({ challenge, solution }));
}
