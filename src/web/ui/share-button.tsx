import { IconButton } from "./icon-button.tsx";
import { Icon } from "./icon.tsx";

/** Opens the device's own share sheet. Hidden until hydrated, and where the browser has none (see `.share`). */
export function ShareButton({ label, url }: { label: string; url: string }) {
  function share() {
    // It rejects when the visitor closes the sheet.
    navigator.share({ text: label, url }).catch(() => undefined);
  }
  return (
    <IconButton className="share" label={`Share ${label}`} onClick={share}>
      <Icon name="share" />
    </IconButton>
  );
}
