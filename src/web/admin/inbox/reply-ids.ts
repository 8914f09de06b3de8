/**
 * The ids of replies that the server has not accepted yet, by inquiry: sending one again after a lost response adds
 * nothing. Another text, way or status is another reply.
 */
export function createReplyIds(create = newReplyId) {
  const unsent = new Map<string, { content: string; id: string }>();
  return {
    idOf(inquiryId: string, content: string): string {
      const known = unsent.get(inquiryId);
      if (known?.content === content) return known.id;
      const id = create();
      unsent.set(inquiryId, { content, id });
      return id;
    },
    accepted: (inquiryId: string): void => void unsent.delete(inquiryId),
  };
}

/** A random UUID (RFC 9562); `crypto.randomUUID` is missing over plain http. */
function newReplyId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, at) => {
    // The version and the variant (RFC 9562, section 5.4).
    const marked = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, "0");
  }).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
