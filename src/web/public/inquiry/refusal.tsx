import type { ReactNode } from "react";
import { sendLater } from "./send-later-copy.ts";
import { sendLaterHint } from "../offline-queue/offline-queue-copy.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";

/** Why a form was rejected, and what the visitor can do: send it later if that helps, and the options in `children`. */
export function Refusal(props: {
  refusal: string | undefined;
  onLater: (() => void) | undefined;
  retryAfter: number | undefined;
  children?: ReactNode;
}) {
  const { refusal, onLater, retryAfter, children } = props;
  if (refusal === undefined) return null;
  return (
    <>
      <Alert className="refusal" tabIndex={-1}>
        <p>{refusal}</p>
        {retryAfter !== undefined && !/\d/.test(refusal) && <p>You can send it again in {inWords(retryAfter)}.</p>}
      </Alert>
      <div className="onward">
        {onLater !== undefined && (
          <>
            <Button onClick={onLater}>{sendLater}</Button>
            <p className="hint">{sendLaterHint}</p>
          </>
        )}
        {children}
      </div>
    </>
  );
}

function inWords(seconds: number): string {
  if (seconds < 100) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
