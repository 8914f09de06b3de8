import { fetchBoot } from "../api/api-client.ts";

/** Development only: reloads the page once the server has restarted with changed code. */
export function reloadOnRestart(): void {
  let known: unknown;
  const refresh = async () => {
    const boot = await fetchBoot();
    if (known !== undefined && boot !== known) location.reload();
    known = boot;
  };
  // No response while the server restarts.
  setInterval(() => void refresh().catch(() => undefined), 1000);
}
