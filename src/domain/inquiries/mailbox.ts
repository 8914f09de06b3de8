/** One mailbox, however its address is written: in capitals, or with a tag after a plus sign. */
export function mailboxOf(email: string): string {
  const [, name = "", host = ""] = /^([^+@]+)[^@]*@(.*)$/.exec(email.trim().toLowerCase()) ?? [];
  return `${name}@${host}`;
}
