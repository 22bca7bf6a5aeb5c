import { useId } from "react";

/** A select; `none` is the label of "no value". */
export function Select<Value extends string>({
  label,
  none,
  options,
  chosen,
  onChange,
}: {
  label: string;
  /** Absent if a value is required. */
  none?: string;
  options: readonly { readonly value: Value; readonly label: string }[];
  chosen: Value | undefined;
  onChange: (chosen: Value | undefined) => void;
}) {
  const id = useId();
  return (
    <span className="inline-flex min-w-0 max-w-full items-center">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        value={chosen ?? ""}
        onChange={({ target }) =>
          onChange(options.find(({ value }) => value === target.value)?.value)
        }
        className={`min-h-8 max-w-full rounded-md border bg-card px-2 py-1 text-sm ${chosen && none ? "border-accent font-medium" : "border-strong-line"}`}
      >
        {none !== undefined && <option value="">{none}</option>}
        {options.map(({ value, label: words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </span>
  );
}
