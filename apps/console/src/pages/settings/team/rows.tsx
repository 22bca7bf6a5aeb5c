import type { ReactNode } from "react";
import { useState } from "react";
import { describeError } from "../../../api/describe-error.ts";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog, type ConfirmDialogProps } from "../../../components/confirm-dialog.tsx";
import { absoluteTime } from "../../../format/relative-time.ts";
import { dateText, t } from "../../../language/messages.ts";

export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {children}
    </ul>
  );
}

interface RowProps {
  readonly name: ReactNode;
  readonly about: ReactNode;
  /** Buttons. */
  readonly children?: ReactNode;
}

export function Row({ name, about, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
        <p className="font-medium">{name}</p>
        <p className="text-soft text-sm">{about}</p>
      </div>
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </li>
  );
}

interface ConfirmedChangeProps extends Omit<ConfirmButtonProps, "label" | "isPending"> {
  readonly mutation: { readonly isPending: boolean; readonly error: unknown };
}

interface RevocableRowProps extends RowProps, Omit<ConfirmedChangeProps, "action" | "onConfirm"> {
  readonly isRevocable?: boolean;
  readonly onRevoke: () => void;
  readonly children: ReactNode;
}

/** A row with a button that revokes it; `children` explains the consequence. */
export function RevocableRow({
  name,
  about,
  isRevocable = true,
  onRevoke,
  ...confirm
}: RevocableRowProps) {
  return (
    <Row name={name} about={about}>
      {isRevocable && <ConfirmedChange action={t("Revoke")} onConfirm={onRevoke} {...confirm} />}
    </Row>
  );
}

/** A button for a mutation that cannot be undone, and the error if it failed. */
export function ConfirmedChange({ mutation, ...confirm }: ConfirmedChangeProps) {
  const { isPending, error } = mutation;
  return (
    <>
      <ConfirmButton label={confirm.action} isPending={isPending} {...confirm} />
      <Failure error={error} />
    </>
  );
}

export function Failure({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <p role="alert" className="mt-2 text-bad text-sm">
      {describeError(error).message}
    </p>
  );
}

/** A date; the exact time on hover. */
export function Day({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={absoluteTime(date)} className="whitespace-nowrap">
      {dateText(date, { dateStyle: "medium" })}
    </time>
  );
}

interface ConfirmButtonProps extends Omit<ConfirmDialogProps, "isOpen" | "onClose"> {
  readonly label: string;
  /** The object of the action, for screen readers. */
  readonly what: string;
  readonly isPending?: boolean;
}

/** A button for an action that cannot be undone. */
function ConfirmButton({ label, what, isPending = false, ...dialog }: ConfirmButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        onClick={() => setIsAsking(true)}
        disabled={isPending}
        aria-label={t("{action} {what}", { action: label, what }).trim()}
        className="text-bad!"
      >
        {label}
      </Button>
      <ConfirmDialog {...dialog} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </>
  );
}
