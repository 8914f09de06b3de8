import { teamCopy } from "#copy/current.ts";
import type { InquirySummary } from "#contract/inbox/inbox.ts";
import { tagLimits } from "#domain/inquiries/tag.ts";
import { AdminIcon } from "#web/admin/shell/icons.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Menu, MenuItem } from "#web/ui/panels/menu.tsx";
import { useToast } from "#web/ui/messages/toast.tsx";
import type { InquiryActions } from "../use-changes.ts";
import { taggedText } from "./tagged-text.ts";
import { TagDot } from "./tag.tsx";
import { useTags } from "./use-tags.ts";

/** Tags the selected inquiries, or takes off a tag that all of them have. */
export function BulkTags(props: {
  inquiries: readonly InquirySummary[];
  actions: Pick<InquiryActions, "change">;
  onManage: () => void;
}) {
  const { inquiries, actions, onManage } = props;
  const tags = useTags();
  const toast = useToast();

  function add(id: string, name: string) {
    const without = inquiries.filter((inquiry) => !inquiry.tags.includes(id));
    const open = without.filter((inquiry) => inquiry.tags.length < tagLimits.each);
    const full = without.length - open.length;
    if (full > 0) toast("error", teamCopy.inboxList.tags.notTagged(full, tagLimits.each));
    actions.change(open, { tags: { add: [id], remove: [] } }, taggedText([name], []));
  }

  return (
    <Menu
      className="bulk-tags"
      button={
        <>
          <AdminIcon name="tag" />
          <span>{teamCopy.inboxList.tags.tag}</span>
        </>
      }
    >
      {tags.length === 0 && <p className="hint">{teamCopy.inboxList.tags.noneInMenu}</p>}
      {tags.map(({ id, name, color }) => {
        const isOnAll = inquiries.every((inquiry) => inquiry.tags.includes(id));
        return (
          <MenuItem
            key={id}
            aria-label={isOnAll ? teamCopy.inboxList.tags.remove(name) : undefined}
            onClick={() =>
              isOnAll
                ? actions.change(inquiries, { tags: { add: [], remove: [id] } }, taggedText([], [name]))
                : add(id, name)
            }
          >
            <TagDot color={color} />
            <span dir="auto">{name}</span>
            {isOnAll && <Icon name="check" />}
          </MenuItem>
        );
      })}
      <MenuItem onClick={onManage}>
        <AdminIcon name="settings" />
        {teamCopy.inboxList.tags.manage}
      </MenuItem>
    </Menu>
  );
}
