import { useIsHidden } from "#web/page/page-data.ts";
import { Link } from "#web/page/router.tsx";
import { paths } from "#contract/paths.ts";

/** A notice shown while the team has hidden all channels. */
export function AllHidden() {
  if (!useIsHidden()) return null;
  return (
    <p className="first" role="status">
      We have hidden all our channels for now. Please use none until they are back.
      <Link className="button small" to={paths.message}>
        Send us a message
      </Link>
    </p>
  );
}
