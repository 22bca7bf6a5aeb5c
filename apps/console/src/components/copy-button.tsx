import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { useCopy } from "./use-copy.ts";

export function CopyButton({
  text,
  label = "Copy",
  what,
}: {
  text: string;
  label?: string;
  /** The object that is copied, for screen readers. */
  what?: string;
}) {
  const copy = useCopy();
  return (
    <Button onClick={() => void copy(text)} aria-label={what && `${label} ${what}`}>
      <Icon name="copy" />
      {label}
    </Button>
  );
}
