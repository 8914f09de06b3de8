import { teamCopy } from "#copy/current.ts";
import { useEffect, useState } from "react";
import { paths } from "#contract/paths.ts";
import { Link, useLocation } from "#web/page/router.tsx";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/buttons/icon-button.tsx";
import { AdminIcon } from "../shell/icons.tsx";
import { useMember } from "../shell/member.ts";
import "./setup-strip.css";
import { stepsLeft } from "./steps.ts";
import { useSetup } from "./use-setup.ts";

/**
 * A line for owners on their first page until all steps are done, or until it is dismissed in this browser. It never
 * moves that page: how many steps are left is known from the visit before; the first one of a browser only asks.
 */
export function SetupStrip({ isReady }: { isReady: boolean }) {
  const { pathname } = useLocation();
  return useHydrated() && pathname === paths.channels && <Strip isReady={isReady} />;
}

function Strip({ isReady }: { isReady: boolean }) {
  const { id } = useMember();
  const key = `setup-left:${id}`;
  const [known] = useState(() => localStorage.getItem(key));
  const [dismissed, setDismissed] = useState(known === "dismissed");
  const { data } = useSetup({ enabled: isReady && !dismissed });
  const left = data === undefined ? Number(known ?? 0) : stepsLeft(data.steps);
  useEffect(() => {
    if (data !== undefined && !dismissed) localStorage.setItem(key, String(left));
  }, [data, dismissed, key, left]);
  if (dismissed || known === null || known === "0") return null;
  return (
    <div className="setup-strip">
      <Link to={paths.setup}>
        <AdminIcon name="bolt" />
        {/* The last step may be done on this page: the line stays, as the page would move. */}
        <span>{teamCopy.setup.left(left)}</span> <strong>{teamCopy.setup.title}</strong>
        <Icon name="chevron" />
      </Link>
      <IconButton
        label={teamCopy.setup.dismiss}
        title={teamCopy.setup.dismiss}
        onClick={() => {
          localStorage.setItem(key, "dismissed");
          setDismissed(true);
          // The button that had the focus disappears.
          document.getElementById("main")?.focus();
        }}
      >
        <Icon name="close" />
      </IconButton>
    </div>
  );
}
