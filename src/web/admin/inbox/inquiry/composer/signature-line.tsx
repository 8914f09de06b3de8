import { teamCopy } from "#copy/current.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { langOf } from "#web/ui/text-language.ts";

/** The signature as the visitor will see it below the reply; it can be left out of this one. */
export function SignatureLine(props: { signature: string; isLeftOut: boolean; onSwitch: () => void }) {
  const { signature, isLeftOut, onSwitch } = props;
  const texts = teamCopy.profile.composer;
  return (
    <div className="signature-line">
      {!isLeftOut && (
        <p role="note" aria-label={texts.signature} dir="auto" lang={langOf(signature)}>
          {signature}
        </p>
      )}
      <Button variant="quiet" size="small" onClick={onSwitch}>
        {isLeftOut ? texts.putBack : texts.leaveOut}
      </Button>
    </div>
  );
}
