import { type ReactNode, useState } from "react";
import { useCan } from "../../../api/account.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { t } from "../../../language/messages.ts";
import { DeleteForm, type DeleteFormProps } from "./delete-form.tsx";

/** For pages that have no menu: those of an artifact and of a report. */
export function DeleteButton({
  title,
  ...form
}: Omit<DeleteFormProps, "onClose"> & { readonly title: string }) {
  if (!useCan("write")) return null;
  return (
    <DialogButton label={t("Delete…")} title={title}>
      {(onClose) => <DeleteForm {...form} onClose={onClose} />}
    </DialogButton>
  );
}

function DialogButton({
  label,
  title,
  children,
}: {
  readonly label: string;
  readonly title: string;
  readonly children: (onClose: () => void) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      <Dialog title={title} isOpen={isOpen} onClose={close}>
        {isOpen && children(close)}
      </Dialog>
    </>
  );
}
