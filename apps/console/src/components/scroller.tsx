import type { ReactNode } from "react";

interface ScrollerProps {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Scrolls sideways what is too wide, also by keyboard. */
export function Scroller({ label, className = "", children }: ScrollerProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: no group of fields
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
      tabIndex={0}
      role="group"
      aria-label={label}
      className={`overflow-x-auto ${className}`}
    >
      {children}
    </div>
  );
}
