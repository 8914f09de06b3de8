import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from "react";

type Kind = "success" | "error";

interface Toast {
  id: number;
  kind: Kind;
  text: string;
}

interface Toasts {
  toasts: Toast[];
  /** Shows a text for a short time. The page must also show it elsewhere. */
  show: (kind: Kind, text: string) => void;
  /** Ids of the open modals, the topmost first. Toasts show inside the topmost, since everything below it is inert. */
  modals: readonly string[];
  setModals: (change: (open: readonly string[]) => readonly string[]) => void;
}

const shownFor = 3000;

const ToastContext = createContext<Toasts | null>(null);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const [modals, setModals] = useState<readonly string[]>([]);
  const lastId = useRef(0);
  const show = useCallback((kind: Kind, text: string) => {
    const id = ++lastId.current;
    setToasts((all) => [...all, { id, kind, text }]);
    setTimeout(() => setToasts((all) => all.filter((toast) => toast.id !== id)), shownFor);
  }, []);
  const value = useMemo(() => ({ toasts, show, modals, setModals }), [toasts, show, modals]);
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
 * Where toasts appear: one live region on the page and one in each modal. It is mounted before its toasts, so that they
 * are announced.
 */
export function ToastRegion({ modal }: { modal?: string }) {
  const { toasts, modals } = useToasts();
  const shown = modals[0] === modal ? toasts : [];
  return (
    <div className="toasts" role="status">
      {shown.map(({ id, kind, text }) => (
        <p key={id} className={`toast ${kind}`}>
          {text}
        </p>
      ))}
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
