import type { ReactNode } from "react";
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
