import type { InquiryDetail } from "#contract/inbox.ts";
import { Link } from "#web/page/router.tsx";
import { Button } from "#web/ui/button.tsx";
import type { InquiryActions } from "../use-changes.ts";
import type { InboxView } from "../use-inbox-view.ts";
import { mergeCopy } from "./merge-copy.ts";

/** Says that an open inquiry is merged into another one, leads there, and undoes it. */
export function MergedNotice(props: {
  inquiry: InquiryDetail;
  into: NonNullable<InquiryDetail["mergedInto"]>;
  view: InboxView;
  actions: InquiryActions;
}) {
  const { inquiry, into, view, actions } = props;
  return (
    <div className="merged-notice">
      <p>
        <strong>
          Merged into <Link to={view.addressWith({ inquiry: into.id })}>{into.reference}</Link>.
        </strong>{" "}
        The conversation goes on there. What the visitor writes on this page or by email arrives there, too.
      </p>
      <Button variant="secondary" onClick={() => actions.merge({ from: inquiry, into, isUndo: true })}>
        {mergeCopy.undo}
      </Button>
    </div>
  );
}
