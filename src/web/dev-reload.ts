import { fetchBoot } from "./api-client.ts";

/** During development: reloads the page once the server has started anew with changed code. */
export function reloadOnRestart(): void {
  let known: unknown;
  const look = async () => {
    const boot = await fetchBoot();
    if (known !== undefined && boot !== known) location.reload();
    known = boot;
  };
  // While the server is between two starts there is no answer.
  setInterval(() => void look().catch(() => undefined), 1000);
}
