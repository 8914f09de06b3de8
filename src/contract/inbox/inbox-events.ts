import { z } from "zod";
import { say } from "#copy/server/say.ts";
import type { Person } from "./inbox.ts";

/** A member who has an inquiry open. */
export interface Viewer extends Person {
  /** Whether they are writing to the visitor. */
  isAnswering: boolean;
}

/** Events of an open inbox: `data` of a server-sent event. */
export type InboxEvent =
  /**
   * `event: change`, with the change's number as `id:`. What is likely spam is `changed`, since it alerts nobody, and
   * `answered` is what else the visitor wrote later. `mentioned` is sent only to the member whom a note mentions.
   * `seen` says that a member has opened it. `tags` and `views`, without an `id`, say that the team's tags or the saved
   * views have changed, `bell` that this member's bell has.
   */
  | {
      kind: "added" | "answered" | "changed" | "mentioned" | "erased" | "seen" | "tags" | "views" | "bell";
      id: string;
    }
  /**
   * `event: presence`: the viewers of each inquiry, by its id, with several or with one who is answering; the others
   * are omitted.
   */
  | { viewers: Record<string, Viewer[]> }
  /**
   * `event: hello`, the first on each connection; `id:` is the number of the last change known. `connection` is its
   * name; `reload` means that too much was missed to send one by one, so load everything again.
   */
  | { connection: string; reload: boolean };

/** Sets the presence of this member: the inquiry that is open, and whether they are writing to its visitor. */
export const presenceSchema = z
  .object({
    connection: z.string({ error: say("presence.connection") }).max(100, say("presence.no-connection")),
    inquiryId: z
      .string({ error: say("presence.choose-inquiry") })
      .max(100)
      .nullable(),
    isAnswering: z.boolean({ error: say("presence.replying") }).default(false),
    /** Whether the page is hidden: its inquiry does not count as seen then. */
    isHidden: z.boolean({ error: say("presence.page-hidden") }).default(false),
  })
  .meta({ id: "Presence" });
