import { useState } from "react";
import { Button } from "./button.tsx";
import { ConfirmDialog, type ConfirmDialogProps } from "./confirm-dialog.tsx";

export interface ConfirmButtonProps extends Omit<ConfirmDialogProps, "isOpen" | "onClose"> {
  readonly label: string;
  /** The object of the action, for screen readers. */
  readonly what: string;
  readonly isPending?: boolean;
}

/** A button for an action that cannot be undone. */
export function ConfirmButton({ label, what, isPending = false, ...dialog }: ConfirmButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        onClick={() => setIsAsking(true)}
        disabled={isPending}
        aria-label={`${label} ${what}`}
        className="text-bad!"
      >
        {label}
      </Button>
      <ConfirmDialog {...dialog} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </>
  );
}
