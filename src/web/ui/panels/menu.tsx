import { type ComponentProps, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { joined } from "../joined.ts";
import { useDismiss } from "../../page/use-dismiss.ts";

/**
 * A button that opens a list of further actions (`MenuItem`, or links). Closes after a choice, at Escape and at a press
 * outside. `label` names a button that shows only an icon. The actions are rendered while it is open, so that a long
 * list may have a menu for each row.
 */
export function Menu(props: { label?: string; button: ReactNode; className?: string; children: ReactNode }) {
  const { label, button, className, children } = props;
  const menu = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  // The browser may have opened it before hydration.
  useLayoutEffect(() => {
    if (menu.current?.open === true) setOpen(true);
  }, []);
  return (
    <details
      className={joined("action-menu", className)}
      ref={menu}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary aria-label={label}>{button}</summary>
      {isOpen && (
        <MenuItems menu={menu} label={label}>
          {children}
        </MenuItems>
      )}
    </details>
  );
}

function MenuItems(props: {
  menu: RefObject<HTMLDetailsElement | null>;
  label: string | undefined;
  children: ReactNode;
}) {
  const { menu, label, children } = props;
  const layer = useRef<HTMLDivElement>(null);
  const items = useRef<HTMLDivElement>(null);
  const [opensUp, setOpensUp] = useState(false);
  useDismiss(menu);
  useLayoutEffect(() => {
    // The menu is a sheet above everything on phones, whatever holds it.
    if (matchMedia("(width < 53.75rem)").matches && layer.current !== null && "popover" in layer.current) {
      layer.current.popover = "manual";
      layer.current.showPopover();
      return;
    }
    const button = menu.current?.getBoundingClientRect();
    const height = items.current?.offsetHeight ?? 0;
    if (button !== undefined) setOpensUp(button.bottom + height > innerHeight && button.top > height);
  }, [menu]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Hears the clicks of its items and of the place around a sheet.
    <div
      ref={layer}
      className="action-menu-layer"
      onClick={({ target, currentTarget }) => {
        if (!(target instanceof Element)) return;
        if (target !== currentTarget && target.closest("a, button") === null) return;
        menu.current?.removeAttribute("open");
        // A dialog that the choice opens returns the focus to the button.
        menu.current?.querySelector("summary")?.focus();
      }}
    >
      <div ref={items} className={joined("action-menu-items", opensUp && "up")} data-label={label}>
        {children}
      </div>
    </div>
  );
}

/** An action of a menu. A dangerous one comes last. */
export function MenuItem({ danger, className, ...rest }: { danger?: boolean } & ComponentProps<"button">) {
  return <button type="button" className={joined(danger === true && "danger", className)} {...rest} />;
}
