import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

export function ConfirmDialog({
  title,
  action,
  isOpen,
  onClose,
  onConfirm,
  children,
}: {
  title: string;
  action: string;
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <div className="grid gap-4 px-5 py-4">
        <p className="[overflow-wrap:anywhere]">{children}</p>
        <div className="flex flex-wrap gap-2">
          <Button
            kind="primary"
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {action}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  );
}
