import { describeError } from "../api/describe-error.ts";
import { t } from "../language/messages.ts";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { Icon } from "./icon.tsx";

interface ErrorStateProps {
  readonly what: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}

export function ErrorState({ what, error, onRetry }: ErrorStateProps) {
  const { code, message } = describeError(error);
  return (
    <div role="alert" className="rounded-lg border border-line bg-card px-5 py-4">
      <p className="flex items-center gap-2 font-semibold">
        <Icon name="failed" className="text-bad" />
        {t("{what} could not be loaded", { what })}
      </p>
      <p className="mt-1 text-soft">{message}</p>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button kind="primary" onClick={onRetry}>
          {t("Try again")}
        </Button>
        <CopyButton text={`${code}: ${message}`} label={t("Copy details")} />
        <code className="ml-auto font-mono text-soft text-xs">{code}</code>
      </div>
    </div>
  );
}
