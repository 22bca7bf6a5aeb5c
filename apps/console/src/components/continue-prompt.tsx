import { clientLinks, continuePrompt } from "../format/prompts.ts";
import { t } from "../language/messages.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { useCopy } from "./use-copy.ts";

interface ContinuePromptProps {
  readonly plan: { readonly handle: string };
  readonly onCopied?: () => void;
}

/** The prompt that makes an assistant continue a plan, to copy or to open in a client. */
export function ContinuePrompt({ plan, onCopied }: ContinuePromptProps) {
  const prompt = promptFor(plan);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-64 rounded-md bg-hover px-3 py-1.5 [overflow-wrap:anywhere]">
          {prompt}
        </p>
        <CopyPromptButton
          plan={plan}
          label={t("Copy prompt")}
          {...(onCopied ? { onCopied } : {})}
        />
      </div>
      <p className="flex flex-wrap items-baseline gap-x-3 text-soft text-sm">
        <span>{t("Or open it in")}</span>
        {clientLinks(prompt).map(({ client, url }) => (
          <a
            key={client}
            href={url}
            onClick={onCopied}
            className="inline-flex min-h-6 items-center text-accent hover:underline"
          >
            {client}
          </a>
        ))}
      </p>
    </div>
  );
}

interface CopyPromptButtonProps extends ContinuePromptProps {
  readonly label?: string;
  /** The plan's name, where several such buttons are on a page. */
  readonly of?: string;
}

export function CopyPromptButton({
  plan,
  label = t("Copy prompt to continue"),
  of,
  onCopied,
}: CopyPromptButtonProps) {
  const copy = useCopy();
  return (
    <Button
      aria-label={of && `${label}: ${of}`}
      onClick={() => {
        void copy(promptFor(plan), PROMPT_COPIED);
        onCopied?.();
      }}
    >
      <Icon name="copy" />
      {label}
    </Button>
  );
}

export const PROMPT_COPIED = t("Prompt copied. Paste it into your AI client.");

export function promptFor(plan: ContinuePromptProps["plan"]): string {
  return continuePrompt(plan, window.location.origin);
}
