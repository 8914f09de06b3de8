import { type ComponentProps, type ReactNode, useRef } from "react";
import { joined } from "./joined.ts";
import { useDismiss } from "./use-dismiss.ts";

/**
 * A button that opens a list of further actions (`MenuItem`, or links). Closes after a choice, at Escape and at a press
 * outside. `label` names a button that shows only an icon.
 */
export function Menu(props: { label?: string; button: ReactNode; className?: string; children: ReactNode }) {
  const { label, button, className, children } = props;
  const menu = useRef<HTMLDetailsElement>(null);
  useDismiss(menu);
  return (
    <details className={joined("action-menu", className)} ref={menu}>
      <summary aria-label={label}>{button}</summary>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Hears the clicks of its items. */}
      <div
        className="action-menu-items"
        onClick={({ target }) => {
          if (target instanceof Element && target.closest("a, button") !== null) menu.current?.removeAttribute("open");
        }}
      >
        {children}
      </div>
    </details>
  );
}

/** An action of a menu. A dangerous one comes last. */
export function MenuItem({ danger, className, ...rest }: { danger?: boolean } & ComponentProps<"button">) {
  return <button type="button" className={joined(danger === true && "danger", className)} {...rest} />;
}
