import type { ReactNode } from "react";

/** A card: an icon, a title, perhaps a badge, the text `about` it, and below it `children`. */
export function Card(props: {
  icon: ReactNode;
  title: string;
  titleId?: string;
  badge?: string | undefined;
  about: ReactNode;
  children?: ReactNode;
  "data-channel"?: string;
}) {
  const { icon, title, titleId, badge, about, children, ...rest } = props;
  return (
    <article className="card" {...rest}>
      {icon}
      <h2 id={titleId}>{title}</h2>
      {badge !== undefined && <span className="badge">{badge}</span>}
      <div className="about">{about}</div>
      {children}
    </article>
  );
}
