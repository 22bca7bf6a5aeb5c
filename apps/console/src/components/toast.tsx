import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";

const SHOWN_MS = 5_000;
const MAX_TOASTS = 2;

/** Other lasting messages stand above the toasts, in the same corner. */
export const TOASTS_ID = "toasts";

interface Toast {
  readonly id: number;
  readonly text: string;
}

const ToastContext = createContext<(text: string) => void>(() => undefined);

/** Shows a short message, which screen readers announce. */
export function useToast(): (text: string) => void {
  return useContext(ToastContext);
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const nextId = useRef(1);
  const show = useCallback((text: string) => {
    const id = nextId.current++;
    // The same message again replaces the one that is shown.
    setToasts((shown) =>
      [...shown.filter((toast) => toast.text !== text), { id, text }].slice(-MAX_TOASTS),
    );
    setTimeout(() => setToasts((shown) => shown.filter((toast) => toast.id !== id)), SHOWN_MS);
  }, []);
  return (
    <ToastContext value={show}>
      {children}
      <div
        id={TOASTS_ID}
        role="status"
        aria-live="polite"
        className="pointer-events-none fixed right-4 bottom-[calc(var(--bottom-bar)+var(--decision-bar,0px)+1rem)] z-50 grid justify-items-end gap-2 max-sm:inset-x-4"
      >
        {toasts.map(({ id, text }) => (
          <p
            key={id}
            className="max-w-sm rounded-md border border-line bg-raised px-4 py-2 shadow-lg"
          >
            {text}
          </p>
        ))}
      </div>
    </ToastContext>
  );
}
