import { createInterface } from "node:readline";

/** Prompts on the terminal. `ask` resolves with "" at the end of the input. */
export function openAsking(): { ask: (question: string) => Promise<string>; close: () => void } {
  let terminal: ReturnType<typeof createInterface> | undefined;
  let lines: AsyncIterator<string> | undefined;

  return {
    async ask(question) {
      terminal ??= createInterface({ input: process.stdin, output: process.stdout });
      // Use one iterator for all questions: with several, lines that arrive together would be lost.
      lines ??= terminal[Symbol.asyncIterator]();
      terminal.setPrompt(question);
      terminal.prompt();
      const { value, done } = await lines.next();
      if (done === true) console.log("");
      return done === true ? "" : value;
    },
    close: () => terminal?.close(),
  };
}
