interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value | undefined; readonly label: string }[];
  readonly chosen: Value | undefined;
  readonly onChange: (chosen: Value | undefined) => void;
}

/** One of a few values, all in view. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, options, chosen, onChange } = props;
  return (
    <fieldset className="inline-flex rounded-md border border-line bg-card p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.label}
          type="button"
          aria-pressed={chosen === option.value}
          onClick={() => onChange(option.value)}
          className="min-h-7 rounded px-2.5 text-sm text-soft hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-text"
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
