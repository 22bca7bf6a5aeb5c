import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";

interface ActionMenuProps {
  readonly label: string;
  readonly icon: Parameters<typeof Icon>[0]["name"];
  readonly isPrimary?: boolean;
  /** Entries of the list. */
  readonly children: ReactNode;
}

/** A button that shows a list of links or buttons. The list closes by Escape, a click elsewhere, or a choice. */
export function ActionMenu({ label, icon, isPrimary = false, children }: ActionMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const listId = useId();
  useEffect(() => {
    if (!isOpen) return;
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!whole.current?.contains(target as Node)) setIsOpen(false);
    };
    document.addEventListener("pointerdown", onPointerDown);
    return () => document.removeEventListener("pointerdown", onPointerDown);
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button and the entries take the keys, which arrive here
    <div
      ref={whole}
      className="relative"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isOpen) return;
        event.preventDefault();
        event.stopPropagation();
        setIsOpen(false);
        whole.current?.querySelector("button")?.focus();
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !whole.current?.contains(relatedTarget)) setIsOpen(false);
      }}
    >
      <Button
        kind={isPrimary ? "primary" : "plain"}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={icon} />
        {label}
        <span aria-hidden="true">▾</span>
      </Button>
      {isOpen && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on an entry is a click
        <ul
          id={listId}
          aria-label={label}
          onClick={() => setIsOpen(false)}
          className="absolute start-0 top-full z-20 mt-1 w-max max-w-[calc(100vw-2rem)] rounded-lg border border-line bg-raised py-1 shadow-xl"
        >
          {children}
        </ul>
      )}
    </div>
  );
}

export const ENTRY =
  "flex min-h-9 w-full items-center gap-3 px-3 py-1 text-start text-sm hover:bg-hover";
