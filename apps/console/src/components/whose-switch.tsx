import { useIsShared, type Whose } from "../api/whose.ts";
import { t } from "../language/messages.ts";

const OPTIONS = [
  { value: "mine", label: t("Mine") },
  { value: "all", label: t("All") },
] as const;

/** Chooses between one's own items and those of everybody, where there is anybody else. */
export function WhoseSwitch({
  chosen,
  onChange,
}: {
  chosen: Whose | undefined;
  onChange: (whose: Whose) => void;
}) {
  if (!useIsShared()) return null;
  return (
    <fieldset className="inline-flex rounded-md border border-line bg-card p-0.5">
      <legend className="sr-only">{t("Whose")}</legend>
      {OPTIONS.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={chosen === value}
          onClick={() => onChange(value)}
          className="min-h-7 rounded px-2.5 text-sm text-soft hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-text"
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
