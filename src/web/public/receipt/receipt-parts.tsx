import { useEffect, useRef, useState } from "react";
import type { Answered } from "#contract/submission.ts";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { Button } from "#web/ui/button.tsx";
import { useCopy } from "#web/ui/copy-button.tsx";
import { Icon } from "#web/ui/icon.tsx";

/** The result of an accepted inquiry: its reference, and its private page with ways to keep its link. */
export function InquiryReceipt({ accepted }: { accepted: Answered }) {
  const { reference, receipt } = accepted;
  if (reference === undefined) return null;
  return (
    <>
      <p className="reference-box">
        Your reference <Reference reference={reference} />
      </p>
      {receipt !== undefined && <KeepLink link={receipt} />}
    </>
  );
}

function KeepLink({ link }: { link: string }) {
  return (
    <>
      <p className="soft small-text">
        Keep your private link: only with it you can see your message again. Share it with nobody you do not trust.
      </p>
      <LinkActions link={link} />
      {/* Loads a new document: the key must not enter this page's state. */}
      <a className="quiet-link" href={link}>
        See your message
      </a>
    </>
  );
}

/**
 * Copies or shares the private link, once hydrated. `link` is a path with the key. Its address shows only where copying
 * is not allowed.
 */
export function LinkActions({ link }: { link: string }) {
  const isHydrated = useHydrated();
  const shown = useRef<HTMLParagraphElement>(null);
  const { copy, isCopied } = useCopy(shown);
  const [isRefused, setIsRefused] = useState(false);
  useEffect(() => {
    // It could not be selected before it is there.
    if (isRefused && shown.current !== null) getSelection()?.selectAllChildren(shown.current);
  }, [isRefused]);
  if (!isHydrated) return null;
  const address = new URL(link, location.href).href;
  return (
    <>
      <div className="actions">
        <Button variant="tonal" onClick={() => void copy(address).then((done) => setIsRefused(!done))}>
          <Icon name={isCopied ? "check" : "copy"} />
          {isCopied ? "Link copied" : "Copy link"}
        </Button>
        {"share" in navigator && (
          // It rejects when the visitor closes the sheet.
          <Button variant="secondary" onClick={() => void navigator.share({ url: address }).catch(() => undefined)}>
            <Icon name="share" />
            Share
          </Button>
        )}
      </div>
      {isRefused && (
        <p className="small-text" ref={shown}>
          {address}
        </p>
      )}
    </>
  );
}

/** An inquiry's reference, readable by eye and by screen reader. */
export function Reference({ reference }: { reference: string }) {
  return (
    <strong
      className="reference"
      role="img"
      aria-label={`Reference: ${reference.replace("-", "").split("").join(" ")}`}
    >
      {reference}
    </strong>
  );
}
