import { teamCopy } from "#copy/current.ts";
import { type ReactNode, useId, useRef } from "react";
import type { InquiryDetail, Person } from "#contract/inbox/inbox.ts";
import { answerLinks } from "#domain/inquiries/answer-link.ts";
import { changedNames, choices } from "#domain/inquiries/choices.ts";
import { ChannelIcon } from "#web/public/channels/channel-parts.tsx";
import { Ago, useNow } from "#web/admin/shell/ago.tsx";
import { useDateFormats } from "#web/admin/shell/dates.ts";
import { AdminIcon } from "#web/admin/shell/icons.tsx";
import { useMember } from "#web/admin/shell/member.ts";
import { Avatar, nameAmong, personName } from "#web/admin/shell/person.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { CopyButton } from "#web/ui/buttons/copy-button.tsx";
import { Select } from "#web/ui/fields/field.tsx";
import { langOf } from "#web/ui/text-language.ts";
import { useFocusOnUnmount } from "#web/ui/panels/use-focus-on-unmount.ts";
import { ValueText } from "#web/ui/value-text.tsx";
import { kindNames } from "../blocked/sender-kinds.ts";
import { assignedText } from "../change-text.ts";
import { changeTexts, valueText } from "../choice-texts.ts";
import { languageNote } from "../reply-language.ts";
import { openPanelId } from "../list/use-row-focus.ts";
import { ChoiceIcon } from "../list/status.tsx";
import { TagField, type TagFieldProps } from "../tags/tag-field.tsx";
import { choiceChange } from "../team-fields.ts";
import type { InboxView } from "../use-inbox-view.ts";
import { History } from "./history.tsx";
import { OtherInquiries } from "./other-inquiries.tsx";

interface DetailsProps extends TagFieldProps {
  view: InboxView;
  team: readonly Person[];
  onErase: (inquiry: InquiryDetail) => void;
  onBlock: (inquiry: InquiryDetail) => void;
}

/** Column beside the conversation: the visitor, the status, their other inquiries, and the history. */
export function Details(props: DetailsProps) {
  const { inquiry, view, team, actions, onErase, onBlock } = props;
  const dates = useDateFormats();
  const now = useNow();
  const isBinned = inquiry.binned !== null;
  return (
    <>
      <Visitor inquiry={inquiry} />
      <Blocked inquiry={inquiry} actions={actions} />
      <section>
        {!isBinned && inquiry.mergedInto === null && <Controls inquiry={inquiry} team={team} actions={actions} />}
        <TagField {...props} />
        <p className="details-received">
          <span>{teamCopy.inquiry.details.received}</span> <Ago at={inquiry.receivedAt} now={now} dates={dates} />
        </p>
        {languageNote(inquiry.language) !== null && (
          <p className="details-received">
            <span>{teamCopy.inquiry.details.language}</span> {languageNote(inquiry.language)}
          </p>
        )}
      </section>
      <OtherInquiries inquiry={inquiry} view={view} actions={actions} dates={dates} now={now} />
      <History inquiry={inquiry} actions={actions} />
      {!isBinned && (
        <section>
          {inquiry.blocked.length < inquiry.blockable.length && (
            <Button variant="quiet" className="danger-text" onClick={() => onBlock(inquiry)}>
              <AdminIcon name="hidden" />
              {teamCopy.inbox.blocked.block}
            </Button>
          )}
          <Button variant="quiet" className="danger-text" onClick={() => onErase(inquiry)}>
            <AdminIcon name="trash" />
            {teamCopy.inquiry.details.delete}
          </Button>
        </section>
      )}
    </>
  );
}

/** Shows the visitor, and how to reach them. */
function Visitor({ inquiry }: { inquiry: InquiryDetail }) {
  const { kind, name, city, email, phone, internationalPhone } = inquiry;
  const call = answerLinks(inquiry, "").phone;
  return (
    <section>
      <div className="details-person">
        <Avatar email={name || null} size="large" />
        <div>
          <strong dir="auto" lang={langOf(name)}>
            {name || (kind === "impostor" ? teamCopy.inquiry.details.noName : teamCopy.inquiry.aVisitor)}
          </strong>
          {city !== "" && (
            <span dir="auto" lang={langOf(city)}>
              {city}
            </span>
          )}
        </div>
      </div>
      <Reach value={internationalPhone ?? phone} label={teamCopy.inquiry.details.phone}>
        {call !== null && (
          <a
            className="plain"
            href={call}
            aria-label={teamCopy.inquiry.details.callNumber(internationalPhone)}
            title={teamCopy.inquiry.details.call}
          >
            <ChannelIcon type="phone" />
          </a>
        )}
      </Reach>
      {internationalPhone === null && phone !== "" && <p className="hint">{teamCopy.inquiry.details.notCallable}</p>}
      <Reach value={email} label={teamCopy.inquiry.details.email} />
    </section>
  );
}

/** Shows that the sender is blocked, with the button that ends it; nothing if they are not. */
function Blocked({ inquiry, actions }: Pick<DetailsProps, "inquiry" | "actions">) {
  const { blocked, binned } = inquiry;
  if (blocked.length === 0) return null;
  return (
    <section>
      <p className="details-blocked">
        <AdminIcon name="hidden" />
        {teamCopy.inbox.blocked.by(kindNames(blocked))}
      </p>
      {binned === null && (
        <Button
          variant="secondary"
          size="small"
          onClick={() => {
            // The button goes with the block.
            document.getElementById(openPanelId)?.focus();
            actions.block({ inquiry, input: { phone: false, email: false } });
          }}
        >
          {teamCopy.inbox.blocked.unblock}
        </Button>
      )}
    </section>
  );
}

function Reach({ value, label, children }: { value: string; label: string; children?: ReactNode }) {
  const shown = useRef<HTMLSpanElement>(null);
  if (value === "") return null;
  return (
    <p className="details-reach">
      <span className="visually-hidden">{label}: </span>
      <span ref={shown}>
        <ValueText value={value} />
      </span>
      {children}
      <CopyButton text={value} shown={shown} />
    </p>
  );
}

/** The status, other choices and the assignee. */
function Controls({ inquiry, team, actions }: Pick<DetailsProps, "inquiry" | "team" | "actions">) {
  const { assignee } = inquiry;
  const id = useId();
  const me = useMember();
  const assigneeSelect = useRef<HTMLSelectElement>(null);
  const passFocus = useFocusOnUnmount(assigneeSelect);
  const isListed = assignee === null || team.some((person) => person.id === assignee.id);
  // The team is empty until it is loaded.
  const isFormer = !isListed && team.length > 0;

  const nameOf = ({ email }: Person) => nameAmong(isListed ? team : [...team, assignee], email);

  function assign(memberId: string) {
    const person = [...team, me].find((member) => member.id === memberId);
    actions.change([inquiry], { assigneeId: person?.id ?? null }, assignedText(person));
  }

  return (
    <div className="details-controls">
      {changedNames.map((name) => (
        <div key={name} className="details-status">
          <Select
            id={`${id}-${name}`}
            label={changeTexts(name).label()}
            value={inquiry[name]}
            onChange={({ target }) => {
              const value = choices[name].values.find((known) => known === target.value);
              if (value !== undefined) actions.change([inquiry], ...choiceChange(name, value));
            }}
          >
            {choices[name].values.map((value) => (
              <option key={value} value={value}>
                {valueText(name, value)}
              </option>
            ))}
          </Select>
          <ChoiceIcon name={name} value={inquiry[name]} />
        </div>
      ))}
      <Select
        ref={assigneeSelect}
        id={`${id}-assignee`}
        label={teamCopy.inquiry.details.assignedTo}
        value={assignee?.id ?? ""}
        onChange={({ target }) => assign(target.value)}
      >
        <option value="">{teamCopy.inquiry.details.nobody}</option>
        {!isListed && (
          <option value={assignee.id}>
            {isFormer ? teamCopy.inquiry.details.deactivated(nameOf(assignee)) : nameOf(assignee)}
          </option>
        )}
        {team.map((person) => (
          <option key={person.id} value={person.id}>
            {nameOf(person)}
          </option>
        ))}
      </Select>
      {isFormer && <p className="hint">{teamCopy.inquiry.details.cannotAnswer(personName(assignee.email))}</p>}
      {assignee?.id !== me.id && (
        <Button ref={passFocus} variant="secondary" size="small" onClick={() => assign(me.id)}>
          {teamCopy.inbox.commands.assignToMe}
        </Button>
      )}
    </div>
  );
}
