import { teamCopy } from "#copy/current.ts";
import type { RefCallback } from "react";
import { abandonField } from "../commands/keyboard.ts";
import type { PanelCommands } from "./inquiry/inquiry-panel.tsx";

export interface Panel {
  ref: RefCallback<PanelCommands>;
  /** Runs a command of this inquiry as soon as it is loaded, unless `signal` is aborted before. */
  run: (id: string, command: (panel: PanelCommands) => boolean, signal?: AbortSignal) => void;
}

/** The commands of the open inquiry, which may still be loading. */
export function createPanel(): Panel {
  let shown: PanelCommands | null = null;
  let next: { id: string; run: (panel: PanelCommands) => void } | undefined;
  return {
    ref(panel) {
      shown = panel;
      if (panel === null || panel.id !== next?.id) return;
      const { run } = next;
      next = undefined;
      run(panel);
    },
    run(id, command, signal) {
      function run(panel: PanelCommands) {
        if (signal?.aborted !== true && !command(panel)) abandonField(teamCopy.inbox.commands.notNow);
      }
      next = shown?.id === id ? undefined : { id, run };
      if (shown?.id === id) run(shown);
    },
  };
}
