export function Choice<Value extends string>({
  label,
  options,
  chosen,
  onChange,
}: {
  label: string;
  options: readonly { readonly value: Value; readonly label: string }[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
}) {
  const toggle = (value: Value) =>
    onChange(
      chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value],
    );
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={chosen.includes(option.value)}
          onClick={() => toggle(option.value)}
          className="min-h-8 rounded-md border border-line bg-card px-2.5 text-sm text-soft hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-text"
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
