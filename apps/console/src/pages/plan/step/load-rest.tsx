import { describeError } from "../../../api/describe-error.ts";
import { Button } from "../../../components/button.tsx";
import { t } from "../../../language/messages.ts";
import type { useWholeText } from "./use-whole-text.ts";

export function LoadRest({
  what,
  length,
  whole: { isWhole, isLoading, error, loadRest },
}: {
  what: string;
  length: number;
  whole: ReturnType<typeof useWholeText>;
}) {
  if (isWhole) return null;
  return (
    <p className="my-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-soft text-sm">
      {t("This is the beginning of {count} characters.", { count: length })}
      <Button onClick={loadRest} disabled={isLoading}>
        {isLoading ? t("Loading …") : t("Load the whole {what}", { what })}
      </Button>
      {error && <span role="alert">{describeError(error).message}</span>}
    </p>
  );
}
