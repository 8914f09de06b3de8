import { lazy, startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { api } from "../api/api-client.ts";
import { App } from "./app.tsx";
import { readPageData } from "./embedded-data.ts";
import { createChannelSource } from "../page/page-data.ts";
import { BrowserRouter, pathHere } from "../page/router.tsx";
import { loadTeamFrame, pageAt, type PageComponents, pageNames, pages } from "./pages.tsx";

async function hydrate(): Promise<void> {
  const root = document.getElementById("root");
  const json = document.getElementById("data")?.textContent;
  if (root === null || json === null || json === undefined) throw new Error("no app data");
  const data = readPageData(json);
  const current = pageAt(pathHere());
  // A step back before this point changed the address but not the document: load the document of that address.
  const isLeft = () => root.dataset["page"] !== pageAt(pathHere());
  if (isLeft()) return location.reload();
  const CurrentPage = await pages[current].load().catch(() => undefined);
  // A page without its script stays a plain document, whose links and forms work.
  if (CurrentPage === undefined) return;
  const teamFrame = pages[current].inShell
    ? await loadTeamFrame()
    : lazy(async () => ({ default: await loadTeamFrame().catch(loadDocument) }));
  if (isLeft()) return location.reload();
  const components = Object.fromEntries(
    pageNames.map((name) => [
      name,
      name === current ? CurrentPage : lazy(async () => ({ default: await pages[name].load().catch(loadDocument) })),
    ]),
  ) as PageComponents; // `fromEntries` drops the keys.

  // React works in slices of a few milliseconds in a transition; otherwise it hydrates everything outside a boundary in
  // one task.
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <BrowserRouter>
          <App
            data={data}
            channels={createChannelSource(data, api.activeChannels)}
            components={components}
            teamFrame={teamFrame}
          />
        </BrowserRouter>
      </StrictMode>,
      {
        // A step back may come between the check above and the first render.
        onRecoverableError: (error) =>
          root.dataset["page"] === pageAt(pathHere()) ? reportError(error) : location.reload(),
      },
    );
  });
}

/** If a page's script cannot be loaded, as after an upgrade of the server, load its document instead. */
function loadDocument(): Promise<never> {
  location.reload();
  return new Promise(() => undefined);
}

/** Waits until the browser is idle or the first user input, whichever comes first. */
function whenIdleOrTouched(run: () => void): void {
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    run();
  };
  for (const event of ["pointerdown", "keydown"]) addEventListener(event, once, { once: true, capture: true });
  if ("requestIdleCallback" in window) requestIdleCallback(once, { timeout: 2000 });
  else setTimeout(once, 1);
}

whenIdleOrTouched(() => void hydrate());

if (import.meta.env.DEV) void import("./dev-reload.ts").then(({ reloadOnRestart }) => reloadOnRestart());
