import { Link, useLocation } from "react-router";
import type { Role } from "#domain/role.ts";
import { adminNavigation } from "../../routes.tsx";

/** The pages of the admin area that this member may use. */
export function AdminNavigation({ role }: { role: Role }) {
  const { pathname } = useLocation();
  return (
    <nav className="admin-navigation" aria-label="Admin">
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
