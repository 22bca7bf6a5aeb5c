import { type ReactNode, useId } from "react";
import { t } from "../../language/messages.ts";

/**
 * The meaning of a figure, on hover and focus. Positioned within its card, so that it never overflows
 * the window.
 */
export function Definition({ of, children }: { of: string; children: ReactNode }) {
  const id = useId();
  return (
    <span className="group">
      <button
        type="button"
        aria-label={t("Definition of {what}", { what: of })}
        aria-describedby={id}
        onKeyDown={({ key, currentTarget }) => key === "Escape" && currentTarget.blur()}
        className="size-8 rounded-full text-soft hover:bg-hover hover:text-text"
      >
        <span
          aria-hidden="true"
          className="inline-grid size-4.5 place-items-center rounded-full border border-strong-line text-xs leading-none"
        >
          ?
        </span>
      </button>
      <span
        role="tooltip"
        id={id}
        className="invisible absolute inset-x-2 top-10 z-10 rounded-md border border-line bg-raised px-3 py-2 text-left font-normal text-sm text-text shadow-lg group-focus-within:visible group-hover:visible"
      >
        {children}
      </span>
    </span>
  );
}
