import { CopyButton } from "./copy-button.tsx";

interface CopyLineProps {
  readonly text: string;
  readonly isCode?: boolean;
  readonly what?: string;
}

export function CopyLine({ text, isCode = false, what }: CopyLineProps) {
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
