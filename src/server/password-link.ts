/**
 * The path of a one-time link: `new` for the first owner, `reset` for a member. The token stands in the fragment, which browsers
 * send to no server.
 */
export function passwordLink(kind: "new" | "reset", token: string): string {
  return `/ContactAdmin/password#${kind}=${token}`;
}
