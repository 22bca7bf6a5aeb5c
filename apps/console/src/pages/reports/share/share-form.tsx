import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { describeError } from "../../../api/describe-error.ts";
import { Button } from "../../../components/button.tsx";
import { ShownOnce } from "../../../components/shown-once.tsx";
import { TextField } from "../../../components/text-field.tsx";
import { t } from "../../../language/messages.ts";

const DEFAULT_DAYS = "30";
const MAX_DAYS = 366;
type Shows = "this_version" | "newest";

/** Creates a link; it is shown once. */
export function ShareForm({ outputId, isLocal }: { outputId: string; isLocal: boolean }) {
  const [shows, setShows] = useState<Shows>("this_version");
  const [days, setDays] = useState(DEFAULT_DAYS);
  const queries = useQueryClient();
  const create = useMutation(
    api.share.create.mutationOptions({
      onSuccess: () => queries.invalidateQueries(api.share.pathFilter()),
    }),
  );
  if (create.data) {
    return (
      <ShownOnce
        title={t("The link is ready")}
        secret={`${window.location.origin}${create.data.path}`}
        what={t("the link")}
        onDone={() => create.reset()}
      >
        {t("Copy it now: it is not shown again. Anyone who has it can read the report.")}
      </ShownOnce>
    );
  }
  const expiresInDays = Number(days);
  const isValid =
    Number.isInteger(expiresInDays) && expiresInDays >= 1 && expiresInDays <= MAX_DAYS;
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid) create.mutate({ outputId, shows, expiresInDays });
      }}
    >
      <p>
        {isLocal
          ? t("The link opens the report without the console. It works only on this computer.")
          : t("Anyone who has the link can read the report, without signing in, until it expires.")}
      </p>
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-medium text-sm">{t("The link shows")}</legend>
        <Choice chosen={shows} value="this_version" onChoose={setShows}>
          {t("this version")}
        </Choice>
        <Choice chosen={shows} value="newest" onChoose={setShows}>
          {t("always the newest version")}
        </Choice>
      </fieldset>
      <TextField
        label={t("Expires in (days)")}
        hint={t("1 to 366")}
        type="number"
        min={1}
        max={MAX_DAYS}
        required
        value={days}
        onText={setDays}
        className="max-w-40"
      />
      <div>
        <Button kind="primary" type="submit" disabled={create.isPending || !isValid}>
          {t("Create link")}
        </Button>
      </div>
      {create.error && (
        <p role="alert" className="text-bad text-sm">
          {describeError(create.error).message}
        </p>
      )}
    </form>
  );
}

interface ChoiceProps {
  readonly chosen: Shows;
  readonly value: Shows;
  readonly onChoose: (value: Shows) => void;
  readonly children: string;
}

function Choice({ chosen, value, onChoose, children }: ChoiceProps) {
  return (
    <label className="flex min-h-8 items-center gap-2">
      <input
        type="radio"
        name="shows"
        checked={chosen === value}
        onChange={() => onChoose(value)}
        className="size-4 accent-accent"
      />
      {children}
    </label>
  );
}
