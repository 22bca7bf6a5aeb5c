interface TextAreaProps {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly rows: number;
  readonly max: number;
  readonly isRequired?: boolean;
  readonly problem: string | undefined;
  readonly onText: (text: string) => void;
}

/** A text of several lines, with its problem below it. Longer texts can be typed, so that nothing pasted is lost. */
export function TextArea(props: TextAreaProps) {
  const { id, label, hint, value, rows, isRequired = false, problem, onText } = props;
  return (
    <div>
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      <p id={`${id}-hint`} className="text-soft text-sm">
        {hint}
      </p>
      <textarea
        id={id}
        dir="auto"
        value={value}
        rows={rows}
        required={isRequired}
        onChange={({ target }) => onText(target.value)}
        aria-describedby={`${id}-hint ${id}-problem`}
        aria-invalid={problem !== undefined}
        className={`mt-1 field-sizing-content block max-h-96 min-h-20 w-full rounded-md border bg-card px-2.5 py-1.5 ${problem ? "border-bad" : "border-strong-line"}`}
      />
      <p id={`${id}-problem`} role="alert" className="text-bad text-sm">
        {problem}
      </p>
    </div>
  );
}
