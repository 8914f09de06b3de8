import { copy } from "#copy/current.ts";
import { Link } from "#web/page/router.tsx";
import { paths } from "#contract/paths.ts";

/** Links each inquiry form to the privacy notice that rule 3 of India's DPDP Rules, 2025, requires. */
export function PrivacyHint() {
  return (
    <Link className="quiet-link" to={paths.privacy}>
      {copy.message.privacy}
    </Link>
  );
}
