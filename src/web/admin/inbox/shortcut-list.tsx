import { Dialog } from "#web/ui/dialog.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { shortcuts } from "./use-shortcuts.ts";

/** The inbox's keyboard shortcuts, in a dialog. */
export function ShortcutList(props: {
  open: boolean;
  onClose: () => void;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
}) {
  const { open, onClose, isOn, onSwitch } = props;
  return (
    <Dialog open={open} onClose={onClose} title="Keys" id="shortcuts-title">
      <dl className="shortcut-list">
        {shortcuts.map(({ key, does }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Switch checked={isOn} onChange={({ target }) => onSwitch(target.checked)}>
        Use these keys in this browser
      </Switch>
    </Dialog>
  );
}
