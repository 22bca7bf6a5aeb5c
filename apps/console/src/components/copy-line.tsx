import { CopyButton } from "./copy-button.tsx";

/** A line to copy: a command or a prompt. */
export function CopyLine({
  text,
  isCode = false,
  what,
}: {
  text: string;
  isCode?: boolean;
  what?: string;
}) {
  return (
    <div className="flex items-start gap-3">
      <p
        className={`min-w-0 flex-1 rounded-md bg-hover px-3 py-1.5 [overflow-wrap:anywhere] ${isCode ? "font-mono text-sm leading-6" : ""}`}
      >
        {text}
      </p>
      <CopyButton text={text} {...(what ? { what } : {})} />
    </div>
  );
}
