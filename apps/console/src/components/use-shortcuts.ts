import { useEffect, useRef } from "react";

/** Actions by key or key sequence: "j", "?", "g h". */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const SEQUENCE_MS = 1_000;
/** The key after it is never an action of its own, whichever listener comes first: "g s" must not select Skip. */
const PREFIX = "g";

/** Shortcuts are off while typing, in dialogs, and together with Ctrl, Alt or ⌘. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts);
  useEffect(() => {
    current.current = shortcuts;
  });
  useEffect(() => {
    let before = { key: "", at: 0 };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isHandledElsewhere(event)) return;
      const isSequence = event.timeStamp - before.at < SEQUENCE_MS;
      const sequence = current.current[`${before.key} ${event.key}`];
      const isSecondKey = isSequence && before.key === PREFIX;
      const action = isSecondKey ? sequence : current.current[event.key];
      before = { key: event.key, at: event.timeStamp };
      if (!action) return;
      event.preventDefault();
      before = { key: "", at: 0 };
      action(event);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

const TYPED_INTO = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";

function isHandledElsewhere(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey) return true;
  const target = event.target instanceof HTMLElement ? event.target : null;
  const isTyping = target?.matches(TYPED_INTO) ?? false;
  return isTyping || document.querySelector("[role=dialog]") !== null;
}
