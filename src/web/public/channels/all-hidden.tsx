import { useIsHidden } from "#web/page/page-data.ts";
import { paths } from "#contract/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";

/** A notice shown while the team has hidden all channels. */
export function AllHidden() {
  if (!useIsHidden()) return null;
  return (
    <p className="first" role="status">
      We have hidden all our channels for now. Please use none until they are back.
      <ButtonLink size="small" to={paths.message}>
        Send us a message
      </ButtonLink>
    </p>
  );
}
