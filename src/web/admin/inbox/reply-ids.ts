import { newUuid } from "#web/page/uuid.ts";

/**
 * The ids of replies that the server has not accepted yet, by inquiry: sending one again after a lost response adds
 * nothing. Another text, way or status is another reply.
 */
export function createReplyIds() {
  const unsent = new Map<string, { content: string; id: string }>();
  return {
    idOf(inquiryId: string, content: string): string {
      const known = unsent.get(inquiryId);
      if (known?.content === content) return known.id;
      const id = newUuid();
      unsent.set(inquiryId, { content, id });
      return id;
    },
    accepted: (inquiryId: string): void => void unsent.delete(inquiryId),
  };
}
