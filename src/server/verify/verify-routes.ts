import { languageOf } from "#domain/languages.ts";
import { route } from "../http/route.ts";
import type { Verify } from "./verify.ts";

/** `/api/verify`: whether a text is one of our channels. It is sent in the body, to keep it out of URLs. */
export const verifyRoutes = ({ verify }: { verify: Verify }) => [
  route("POST /verify", {
    does: "Whether a number, name, link or address is one of ours; nothing of it is kept",
    access: "anyone",
    run: ({ body }) => verify.verify(body.text, languageOf(body.language)),
  }),
];
