import type { ReactNode, RefObject } from "react";

/** One method of signing in, or the sessions: what it is, its state, and what one can do with it. */
export function SecurityCard(props: {
  id: string;
  title: string;
  /** Gets the focus when the element that has it disappears. */
  heading?: RefObject<HTMLHeadingElement | null>;
  badge?: ReactNode;
  action?: ReactNode;
  about: ReactNode;
  children?: ReactNode;
}) {
  const { id, title, heading, badge, action, about, children } = props;
  return (
    <section className="security-card" aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {badge}
        {action}
      </header>
      <p className="hint">{about}</p>
      {children}
    </section>
  );
}
