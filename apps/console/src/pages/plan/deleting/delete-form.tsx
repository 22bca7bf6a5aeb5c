import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api, queryClient, type Replies } from "../../../api/api.ts";
import { describeError } from "../../../api/describe-error.ts";
import { Button } from "../../../components/button.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { TextField } from "../../../components/text-field.tsx";
import { useToast } from "../../../components/toast.tsx";
import { rich, t } from "../../../language/messages.ts";
import { useFocus } from "../actions/use-focus.ts";
import { countsInWords } from "./counts-in-words.ts";

type Preview = Replies["deletion"]["preview"];

export interface DeleteFormProps {
  readonly kind: "plan" | "artifact" | "report";
  /** Its id or handle. */
  readonly id: string;
  readonly onClose: () => void;
  /** Leaves the page of what is gone. */
  readonly onDeleted: () => void;
}

/** Shows what would go, and asks to type its name. To be put into a dialog. */
export function DeleteForm({ kind, id, ...rest }: DeleteFormProps) {
  const query = useQuery(api.deletion.preview.queryOptions({ kind, id }, { retry: false }));
  return (
    <div className="px-5 py-4">
      <QueryView query={query} what={t("what would go")} lines={3}>
        {(preview) => <Form preview={preview} kind={kind} id={id} {...rest} />}
      </QueryView>
    </div>
  );
}

function Form({
  preview: { handle, counts },
  kind,
  id,
  onClose,
  onDeleted,
}: DeleteFormProps & { readonly preview: Preview }) {
  const [typed, setTyped] = useState("");
  const field = useFocus<HTMLInputElement>();
  const toast = useToast();
  const mutation = useMutation(
    api.deletion.delete.mutationOptions({
      networkMode: "always",
      onSuccess: () => {
        onClose();
        onDeleted();
        toast(t("Deleted {handle}.", { handle }));
        void queryClient.invalidateQueries();
      },
    }),
  );
  const isConfirmed = typed.trim().toLowerCase() === handle.toLowerCase();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed) mutation.mutate({ kind, id, confirmation: typed });
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <p>{t("This cannot be undone. It takes away:")}</p>
      <ul className="grid list-disc gap-x-6 pl-5 sm:grid-cols-2">
        {countsInWords(counts).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <p className="text-soft text-sm">
        {t(
          "Sources that other research cites stay. The security log keeps the time, the handle and your name, but no text. Backups that were made before still have it.",
        )}
      </p>
      <div>
        <p className="mb-2">
          {rich("Type {handle} to confirm.", { handle: <code>{handle}</code> })}
        </p>
        <TextField
          ref={field}
          label={t("Confirmation")}
          value={typed}
          onText={setTyped}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      {mutation.error && (
        <p role="alert" className="text-bad">
          {describeError(mutation.error).message}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="danger" disabled={!isConfirmed || mutation.isPending}>
          {mutation.isPending ? t("Deleting…") : t("Delete for good")}
        </Button>
        <Button onClick={onClose}>{t("Keep it")}</Button>
      </div>
    </form>
  );
}
