import { ConfirmDialog } from "../../components/confirm-dialog.tsx";

export function RejectDialog({
  effect,
  ...rest
}: {
  isOpen: boolean;
  effect: string;
  onClose: () => void;
  onConfirm: () => void;
}) {
  return (
    <ConfirmDialog title="Reject and fail the plan?" action="Reject and fail the plan" {...rest}>
      {effect}
    </ConfirmDialog>
  );
}
