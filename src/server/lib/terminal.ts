import { createInterface } from "node:readline";
import { ConfigError } from "./errors.ts";

/**
 * Asks on the terminal, one line for each answer: as an argument it would be visible in the shell's history and `ps`.
 * `ask` throws a ConfigError at the end of the input.
 */
export function openAsking(): { ask: (question: string) => Promise<string>; close: () => void } {
  let terminal: ReturnType<typeof createInterface> | undefined;
  let lines: AsyncIterator<string> | undefined;
  let isEnded = false;

  return {
    async ask(question) {
      terminal ??= createInterface({ input: process.stdin, output: process.stdout }).once(
        "close",
        () => (isEnded = true),
      );
      // Use one iterator for all questions: with several, lines that arrive together would be lost.
      lines ??= terminal[Symbol.asyncIterator]();
      // Answers that were piped may all have come, and a closed terminal takes no prompt.
      if (isEnded) process.stdout.write(question);
      else {
        terminal.setPrompt(question);
        terminal.prompt();
      }
      const { value, done } = await lines.next();
      if (done !== true) return value.trim();
      console.log("");
      throw new ConfigError(
        "The input ended before this was answered, and nothing was changed. Run the command in a terminal, or send " +
          "the answer to its standard input.",
      );
    },
    close: () => terminal?.close(),
  };
}
