import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";

const SHOWN_MS = 5_000;
const ACTION_SHOWN_MS = 8_000;
const MAX_TOASTS = 2;

/** Other lasting messages stand above the toasts, in the same corner. */
export const TOASTS_ID = "toasts";

/** Something to do about what the message says, such as to undo it. */
interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly action?: ToastAction | undefined;
}

type ShowToast = (text: string, action?: ToastAction) => void;

const ToastContext = createContext<ShowToast>(() => undefined);

/** Shows a short message, which screen readers announce. */
export function useToast(): ShowToast {
  return useContext(ToastContext);
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const nextId = useRef(1);
  const hide = (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id));
  const show = useCallback<ShowToast>((text, action) => {
    const id = nextId.current++;
    // The same message again replaces the one that is shown.
    setToasts((shown) =>
      [...shown.filter((toast) => toast.text !== text), { id, text, action }].slice(-MAX_TOASTS),
    );
    const hideLater = () => setToasts((shown) => shown.filter((toast) => toast.id !== id));
    setTimeout(hideLater, action ? ACTION_SHOWN_MS : SHOWN_MS);
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
        {toasts.map(({ id, text, action }) => (
          <p
            key={id}
            className="max-w-sm rounded-md border border-line bg-raised px-4 py-2 shadow-lg"
          >
            {text}
            {action && (
              <button
                type="button"
                onClick={() => {
                  action.run();
                  hide(id);
                }}
                className="pointer-events-auto ml-3 min-h-6 font-medium text-accent hover:underline"
              >
                {action.label}
              </button>
            )}
          </p>
        ))}
      </div>
    </ToastContext>
  );
}
