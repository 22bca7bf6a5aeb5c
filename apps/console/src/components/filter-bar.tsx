import { type ReactNode, useEffect, useRef, useState } from "react";
import { t } from "../language/messages.ts";
import { Button } from "./button.tsx";
import { useShortcuts } from "./use-shortcuts.ts";

const DEBOUNCE_MS = 250;

interface FilterTextProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** For queries longer than a word. */
  readonly isWide?: boolean;
}

interface FilterBarProps extends FilterTextProps {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  readonly children?: ReactNode;
}

/** Filters above a list. The page keeps them in the URL; `/` focuses the text field. */
export function FilterBar({ isFiltered, onClear, children, ...field }: FilterBarProps) {
  return (
    <search aria-label={field.label} className="mb-4 flex flex-wrap items-center gap-2">
      <FilterText {...field} />
      {children}
      {isFiltered && (
        <Button kind="quiet" onClick={onClear}>
          {t("Clear filters")}
        </Button>
      )}
    </search>
  );
}

function FilterText({ label, text, onText, isWide = false }: FilterTextProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(text);
  const report = useRef(onText);
  useEffect(() => {
    report.current = onText;
  });
  useShortcuts({ "/": () => input.current?.focus() });
  // The URL changed by other means, such as the back button.
  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    if (typed.trim() === text) return;
    const timer = setTimeout(() => report.current(typed.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, text]);
  return (
    <input
      ref={input}
      type="search"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={label}
      maxLength={200}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      className={`min-h-8 max-w-full rounded-md border border-strong-line bg-card px-2.5 py-1 text-sm placeholder:text-soft ${isWide ? "w-96" : "w-60"}`}
    />
  );
}
