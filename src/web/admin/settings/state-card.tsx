import type { ReactNode } from "react";
import { AdminIcon, type AdminIconName } from "../shell/icons.tsx";

/** Look of a state: its tone, and a sentence or a word. */
export interface ShownState {
  tone?: "good" | "warn" | "bad" | undefined;
  text: ReactNode;
}

/** Card with a state: its sign, its facts, and beside or below these the possible actions. */
export function StateCard(props: {
  state: ShownState;
  /** Icon of a state that is neither good nor bad. */
  icon: AdminIconName;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  const { state, icon, actions, children } = props;
  const { tone, text } = state;
  return (
    <div className="card state-card" data-tone={tone}>
      <AdminIcon name={tone === undefined ? icon : tone === "good" ? "check" : "warning"} />
      <div className="state-text">
        <p className="state-title">{text}</p>
        {children}
      </div>
      {actions !== undefined && <div className="settings-actions">{actions}</div>}
    </div>
  );
}
