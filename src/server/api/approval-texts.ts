/** Why a new owner may not approve yet; `from` is when they may, in milliseconds since 1970. */
export function newOwnerText(from?: number): string {
  const time = from === undefined ? "24 hours later" : new Date(from).toISOString().replace("T", " ").slice(0, 16);
  return `You have become an owner, or your password or second factor was reset, less than 24 hours ago. You can approve from ${time} UTC on; until then another owner has to.`;
}

export const olderProposal =
  "This was proposed before you became an owner, or before your password or second factor was reset. Another owner has to approve it, or it has to be proposed again.";
