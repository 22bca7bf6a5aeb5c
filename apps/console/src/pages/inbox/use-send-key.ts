import { useEffect, useRef } from "react";

/** Ctrl Enter or ⌘ Enter sends, also while typing, but not behind a dialog. */
export function useSendKey(send: (event: KeyboardEvent) => void): void {
  const current = useRef(send);
  useEffect(() => {
    current.current = send;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isSendKey = event.key === "Enter" && (event.ctrlKey || event.metaKey);
      if (!isSendKey || document.querySelector("[role=dialog]")) return;
      // On a focused button the browser would also press it.
      event.preventDefault();
      current.current(event);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
