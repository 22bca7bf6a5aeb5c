import type { ComponentProps, ReactNode } from "react";
import { TextField } from "../../../components/text-field.tsx";
import { Failure } from "./rows.tsx";

interface MutationFormProps {
  readonly label?: string;
  readonly error: unknown;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A form whose submission is a mutation, with the error if it failed. */
export function MutationForm({ label, error, onSubmit, children }: MutationFormProps) {
  return (
    <form
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <Failure error={error} />
    </form>
  );
}

export function FieldRow({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-end gap-3">{children}</div>;
}

const MAX_NAME_LENGTH = 100;

type NameFieldProps = Pick<ComponentProps<typeof TextField>, "label" | "value" | "onText">;

export function NameField(props: NameFieldProps) {
  return (
    <TextField
      {...props}
      required
      maxLength={MAX_NAME_LENGTH}
      autoComplete="off"
      className="flex-1 basis-56"
    />
  );
}
