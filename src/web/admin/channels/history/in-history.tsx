import { Link, useLocation } from "#web/page/router.tsx";
import { paths } from "#contract/paths.ts";

/** Says how many more there are, with a link to them. */
export function InHistory({ count }: { count: number }) {
  const { pathname } = useLocation();
  if (pathname === paths.history) return <p className="hint">And {count} more.</p>;
  return (
    <Link className="more-link" to={paths.history}>
      And {count} more, in the history
    </Link>
  );
}
