import { Fragment, type ReactNode } from "react";
import { joined } from "#web/ui/joined.ts";

/** What there is to know about a section: its title, facts, and ways on. `isShort`: each fact is a word or two. */
export function AboutFacts(props: {
  title: string;
  facts: ReadonlyArray<readonly [name: string, text: ReactNode]>;
  isShort?: boolean;
  children?: ReactNode;
}) {
  const { title, facts, isShort = false, children } = props;
  return (
    <>
      {/* No heading: it names no setting to go to. */}
      <p className="state-title">{title}</p>
      <dl className={joined("facts", isShort && "short")}>
        {facts.map(([name, text]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
      </dl>
      {children !== undefined && <div className="about-links">{children}</div>}
    </>
  );
}
