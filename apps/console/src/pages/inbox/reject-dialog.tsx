import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";

export function RejectDialog({
  isOpen,
  effect,
  onClose,
  onConfirm,
}: {
  isOpen: boolean;
  effect: string;
  onClose: () => void;
  onConfirm: () => void;
}) {
  return (
    <Dialog title="Reject and fail the plan?" isOpen={isOpen} onClose={onClose}>
      <div className="grid gap-4 px-5 py-4">
        <p>{effect}</p>
        <div className="flex flex-wrap gap-2">
          <Button kind="primary" onClick={onConfirm}>
            Reject and fail the plan
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  );
}
