import { use, useEffect, useRef } from "react";
import type { Role } from "#domain/role.ts";
import { Link, useLocation } from "#web/page/router.tsx";
import { AdminNavigationContext } from "#web/page/page-data.ts";

/** The admin pages that this member may use. On a phone they scroll sideways, with the current one in view. */
export function AdminNavigation({ role }: { role: Role }) {
  const { pathname } = useLocation();
  const list = useRef<HTMLElement>(null);
  // Each page of the area mounts its own navigation.
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>("[aria-current]");
    list.current?.scrollTo({ left: (current?.offsetLeft ?? 0) - list.current.offsetLeft - 48 });
  }, []);
  return (
    <nav ref={list} className="admin-navigation" aria-label="Admin">
      {use(AdminNavigationContext)
        .filter(({ only }) => only === undefined || only === role)
        .map(({ path, label }) => (
          <Link key={path} to={path} aria-current={path === pathname ? "page" : undefined}>
            {label}
          </Link>
        ))}
    </nav>
  );
}
