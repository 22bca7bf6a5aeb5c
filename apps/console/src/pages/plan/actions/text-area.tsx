import { type ComponentProps, useId } from "react";

interface TextAreaProps extends Omit<ComponentProps<"textarea">, "onChange" | "value"> {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onText: (text: string) => void;
}

export function TextArea({ label, hint, value, onText, rows = 3, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-soft text-sm">
          {hint}
        </p>
      )}
      <textarea
        id={id}
        value={value}
        rows={rows}
        onChange={(event) => onText(event.target.value)}
        aria-describedby={hint && `${id}-hint`}
        className="mt-1 block w-full rounded-md border border-strong-line bg-card px-2.5 py-1.5"
        {...rest}
      />
    </div>
  );
}
