import type { ReactNode } from "react";
import { t } from "../language/messages.ts";
import { Button } from "./button.tsx";
import { Dialog, type DialogProps } from "./dialog.tsx";

export interface ConfirmDialogProps extends DialogProps {
  readonly action: string;
  /** Of what ends or removes something for good. */
  readonly isDanger?: boolean;
  readonly onConfirm: () => void;
  readonly children: ReactNode;
}

export function ConfirmDialog({
  action,
  isDanger = false,
  onConfirm,
  children,
  ...dialog
}: ConfirmDialogProps) {
  const { onClose } = dialog;
  return (
    <Dialog {...dialog}>
      <div className="grid gap-4 px-5 py-4">
        <p className="[overflow-wrap:anywhere]">{children}</p>
        <div className="flex flex-wrap gap-2">
          <Button
            kind={isDanger ? "danger" : "primary"}
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {action}
          </Button>
          <Button onClick={onClose}>{t("Cancel")}</Button>
        </div>
      </div>
    </Dialog>
  );
}
