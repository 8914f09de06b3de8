import { teamCopy } from "#copy/current.ts";
import { paths } from "#contract/paths.ts";
import { Link, useLocation } from "#web/page/router.tsx";
import { AdminIcon } from "../shell/icons.tsx";
import "./setup-strip.css";
import { stepsLeft, useSetup } from "./use-setup.ts";

const shownOn: readonly string[] = [paths.channels, paths.settings, paths.team, paths.security];

/** A line for owners on the pages where the steps are done, until all are. */
export function SetupStrip() {
  const isShown = shownOn.includes(useLocation().pathname);
  const { data } = useSetup({ enabled: isShown });
  const left = data === undefined ? 0 : stepsLeft(data.steps);
  if (!isShown || left === 0) return null;
  return (
    <p className="setup-strip">
      <AdminIcon name="bolt" />
      {teamCopy.setup.left(left)} <Link to={paths.setup}>{teamCopy.setup.title}</Link>
    </p>
  );
}
