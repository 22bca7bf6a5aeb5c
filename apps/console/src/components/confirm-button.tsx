import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";

/** A button for an action that cannot be undone. */
export function ConfirmButton({
  label,
  what,
  title,
  action,
  isPending = false,
  onConfirm,
  children,
}: {
  label: string;
  /** The object of the action, for screen readers. */
  what: string;
  title: string;
  action: string;
  isPending?: boolean;
  onConfirm: () => void;
  children: ReactNode;
}) {
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
      <ConfirmDialog
        title={title}
        action={action}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={onConfirm}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
