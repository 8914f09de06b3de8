import { useEffect, useRef } from "react";
import type { Role } from "#domain/role.ts";
import { Link, useLocation } from "../../router.tsx";
import { adminNavigation } from "../../routes.tsx";

/** The pages of the admin area that this member may use; on a phone they scroll sideways, to the current one first. */
export function AdminNavigation({ role }: { role: Role }) {
  const { pathname } = useLocation();
  const list = useRef<HTMLElement>(null);
  // Each page of the area has a navigation of its own.
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>("[aria-current]");
    list.current?.scrollTo({ left: (current?.offsetLeft ?? 0) - list.current.offsetLeft - 48 });
  }, []);
  return (
    <nav ref={list} className="admin-navigation" aria-label="Admin">
      {adminNavigation
        .filter(({ only }) => only === undefined || only === role)
        .map(({ path, label }) => (
          <Link key={path} to={path} aria-current={path === pathname ? "page" : undefined}>
            {label}
          </Link>
        ))}
    </nav>
  );
}
