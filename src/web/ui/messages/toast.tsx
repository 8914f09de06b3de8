import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";

type Kind = "success" | "error";

interface Toast {
  id: number;
  kind: Kind;
  text: string;
  isOver: boolean;
}

interface Toasts {
  /** The last one. */
  toast: Toast | undefined;
  /** Shows a text for a short time. The page must also show it elsewhere. */
  show: (kind: Kind, text: string) => void;
  /** Ids of the open modals, the topmost first. Toasts show inside the topmost, since everything below it is inert. */
  modals: readonly string[];
  setModals: (change: (open: readonly string[]) => readonly string[]) => void;
  /** The sentence on the page that looks like its toast. */
  written: string | undefined;
  setWritten: (sentence: string | undefined) => void;
}

const shownFor = 3000;

const ToastContext = createContext<Toasts | null>(null);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast>();
  const [modals, setModals] = useState<readonly string[]>([]);
  const [written, setWritten] = useState<string>();
  const lastId = useRef(0);
  const show = useCallback((kind: Kind, text: string) => {
    const id = ++lastId.current;
    setToast({ id, kind, text, isOver: false });
    setTimeout(() => setToast((last) => (last?.id === id ? { ...last, isOver: true } : last)), shownFor);
  }, []);
  const value = useMemo(
    () => ({ toast, show, modals, setModals, written, setWritten }),
    [toast, show, modals, written],
  );
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
  const { toast, modals, written } = useToasts();
  const region = useRef<HTMLDivElement>(null);
  const shown = modals[0] === modal && toast?.isOver === false ? toast : undefined;
  // It keeps its height after the toast: nothing moves away below a finger.
  useEffect(() => {
    if (shown !== undefined && region.current !== null)
      region.current.style.minHeight = `${region.current.offsetHeight}px`;
  }, [shown]);
  return (
    <div className="toasts full" role="status" ref={region}>
      {shown && (
        <p
          key={shown.id}
          className={shown.kind === "success" && shown.text === written ? "announced" : "toast"}
          data-tone={shown.kind === "success" ? "good" : "bad"}
        >
          {shown.text}
        </p>
      )}
    </div>
  );
}

/**
 * A sentence that stays on the page, and looks like its toast for as long as that shows: nothing is written twice,
 * nothing moves. The live region announces the toast as any other. `isShown` is false in a modal that was closed.
 */
export function ToastedSentence({ isShown, children }: { isShown: boolean; children: string }) {
  const { toast, setWritten } = useToasts();
  // Before the browser paints, so that the toast is never seen in two places.
  useLayoutEffect(() => {
    if (!isShown) return undefined;
    setWritten(children);
    return () => setWritten(undefined);
  }, [isShown, children, setWritten]);
  const isToast = toast?.kind === "success" && toast.text === children && !toast.isOver;
  return (
    <p className={isToast ? "toast" : "toasted"} data-tone="good">
      {children}
    </p>
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
