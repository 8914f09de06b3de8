import { teamCopy } from "#copy/current.ts";
import { useRef } from "react";
import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import { Link } from "#web/page/router.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { useCopy } from "#web/ui/buttons/copy-button.tsx";
import { langOf } from "#web/ui/text-language.ts";
import type { Drafts } from "../inquiry/drafts/drafts.ts";
import type { InquiryActions } from "../use-changes.ts";
import type { InboxView } from "../use-inbox-view.ts";
import { filled } from "#web/ui/filled.tsx";

/** Says that an open inquiry is merged into another one, leads there, and undoes it. */
export function MergedNotice(props: {
  inquiry: InquiryDetail;
  into: NonNullable<InquiryDetail["mergedInto"]>;
  view: InboxView;
  actions: InquiryActions;
  drafts: Drafts;
}) {
  const { inquiry, into, view, actions, drafts } = props;
  const answer = drafts.read("answer", inquiry.id)?.text.trim() ?? "";
  const note = drafts.read("note", inquiry.id)?.text.trim() ?? "";
  return (
    <div className="merged-notice">
      <p>
        <strong>
          {filled(teamCopy.inboxList.merge.intoOther, {
            reference: <Link to={view.addressWith({ inquiry: into.id })}>{into.reference}</Link>,
          })}
        </strong>{" "}
        {teamCopy.inboxList.merge.goesOn}
      </p>
      {answer !== "" && <UnsentText what="answer" text={answer} />}
      {note !== "" && <UnsentText what="note" text={note} />}
      <Button variant="secondary" onClick={() => actions.merge({ from: inquiry, into, isUndo: true })}>
        {teamCopy.inboxList.merge.undo}
      </Button>
    </div>
  );
}

/** Shows the member's unsent text, to be copied into the other inquiry. */
function UnsentText({ what, text }: { what: "answer" | "note"; text: string }) {
  const shown = useRef<HTMLParagraphElement>(null);
  const { copy: copyText, isCopied } = useCopy(shown);
  return (
    <>
      <p>{teamCopy.inboxList.merge.unsent[what]}</p>
      <p ref={shown} className="merged-draft" dir="auto" lang={langOf(text)}>
        {text}
      </p>
      <Button variant="secondary" size="small" onClick={() => void copyText(text)}>
        {isCopied ? teamCopy.inboxList.merge.copied : teamCopy.inboxList.merge.copy[what]}
      </Button>
    </>
  );
}
