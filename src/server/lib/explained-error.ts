import { inEnglish } from "#copy/server/render.ts";
import type { ServerText } from "#copy/server/say.ts";

/** An error that people can act on. Owners read `text`; `message` is its English, in one line. */
export class ExplainedError extends Error {
  readonly text: ServerText;

  constructor(text: ServerText, options?: ErrorOptions) {
    super(inEnglish(text), options);
    this.text = text;
  }
}
