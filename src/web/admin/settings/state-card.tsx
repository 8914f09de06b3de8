import type { ReactNode } from "react";
import { AdminIcon, type AdminIconName } from "../shell/icons.tsx";

/** What a state looks like: its tone, and a sentence or a word. */
export interface ShownState {
  tone?: "good" | "warn" | "bad" | undefined;
  text: ReactNode;
}

/** How something stands: its state with a sign, what belongs to it, and beside or below that what can be done. */
export function StateCard(props: {
  state: ShownState;
  /** Its sign while it is neither good nor bad. */
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
