import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from "react";

type Kind = "success" | "error";

interface Toast {
  id: number;
  kind: Kind;
  text: string;
}

interface Toasts {
  /** The last one, while it is shown. */
  toast: Toast | undefined;
  /** Shows a text for a short time. The page must also show it elsewhere. */
  show: (kind: Kind, text: string) => void;
  /** Ids of the open modals, the topmost first. Toasts show inside the topmost, since everything below it is inert. */
  modals: readonly string[];
  setModals: (change: (open: readonly string[]) => readonly string[]) => void;
}

const shownFor = 3000;

const ToastContext = createContext<Toasts | null>(null);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast>();
  const [modals, setModals] = useState<readonly string[]>([]);
  const lastId = useRef(0);
  const show = useCallback((kind: Kind, text: string) => {
    const id = ++lastId.current;
    setToast({ id, kind, text });
    setTimeout(() => setToast((last) => (last?.id === id ? undefined : last)), shownFor);
  }, []);
  const value = useMemo(() => ({ toast, show, modals, setModals }), [toast, show, modals]);
  return <ToastContext value={value}>{children}</ToastContext>;
}

function useToasts(): Toasts {
  const value = use(ToastContext);
  if (value === null) throw new Error("outside the app");
  return value;
}

export function useToast(): Toasts["show"] {
  return useToasts().show;
}

/**
 * Live region in which toasts appear: one on the page and one in each modal. It is mounted before its toasts, so that
 * they are announced.
 */
export function ToastRegion({ modal }: { modal?: string }) {
  const { toast, modals } = useToasts();
  const region = useRef<HTMLDivElement>(null);
  const shown = modals[0] === modal ? toast : undefined;
  // The area keeps its height after the toast: nothing moves away below a finger.
  useEffect(() => {
    if (shown !== undefined && region.current !== null)
      region.current.style.minHeight = `${region.current.offsetHeight}px`;
  }, [shown]);
  return (
    <div className="toasts full" role="status" ref={region}>
      {shown && (
        <p key={shown.id} className="toast" data-tone={shown.kind === "success" ? "good" : "bad"}>
          {shown.text}
        </p>
      )}
    </div>
  );
}

/** Registers the modal of this id as open. */
export function useModalToasts(id: string, open: boolean): void {
  const { setModals } = useToasts();
  useEffect(() => {
    if (!open) return undefined;
    setModals((others) => [id, ...others]);
    return () => setModals((all) => all.filter((other) => other !== id));
  }, [id, open, setModals]);
}
