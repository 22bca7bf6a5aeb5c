import { type ComponentProps, useId } from "react";

interface TextFieldProps extends Omit<ComponentProps<"input">, "onChange" | "value"> {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onText: (text: string) => void;
}

export function TextField({ label, hint, value, onText, className = "", ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-soft text-sm">
          {hint}
        </p>
      )}
      <input
        id={id}
        value={value}
        onChange={(event) => onText(event.target.value)}
        aria-describedby={hint && `${id}-hint`}
        className="mt-1 block min-h-9 w-full rounded-md border border-strong-line bg-card px-2.5 py-1"
        {...rest}
      />
    </div>
  );
}
