import { Icon } from "../../components/icon.tsx";
import { type ClaimStatus, STATUS_LOOKS } from "./claim-words.ts";

/** A status as an icon and a word: colour alone would not be accessible. */
export function ClaimStatusBadge({ status }: { status: ClaimStatus }) {
  const { icon, word, color, meaning } = STATUS_LOOKS[status];
  return (
    <span
      title={meaning}
      className={`inline-flex items-baseline gap-1.5 whitespace-nowrap font-medium ${color}`}
    >
      <Icon name={icon} className="self-center" />
      {word}
    </span>
  );
}

export function Tag({ children }: { children: string }) {
  return (
    <span className="whitespace-nowrap rounded border border-line px-1 py-px text-soft text-xs">
      {children}
    </span>
  );
}
