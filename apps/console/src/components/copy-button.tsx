import { t } from "../language/messages.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { useCopy } from "./use-copy.ts";

interface CopyButtonProps {
  readonly text: string;
  readonly label?: string;
  /** The object that is copied, for screen readers. */
  readonly what?: string;
}

export function CopyButton({ text, label = t("Copy"), what }: CopyButtonProps) {
  const copy = useCopy();
  return (
    <Button
      onClick={() => void copy(text)}
      aria-label={what && t("{action} {what}", { action: label, what })}
    >
      <Icon name="copy" />
      {label}
    </Button>
  );
}
