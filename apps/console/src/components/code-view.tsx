import { CopyButton } from "./copy-button.tsx";

/** Plain text, or a value as indented JSON, with a copy button. */
export function CodeView({ label, value }: { label: string; value: unknown }) {
  const text = typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
  return (
    <figure className="overflow-hidden rounded-lg border border-line bg-card">
      <figcaption className="flex items-center gap-2 border-line border-b px-3 py-1.5 text-soft text-sm">
        {label}
        <span className="ml-auto">
          <CopyButton text={text} />
        </span>
      </figcaption>
      {/* Not a landmark: the same file may be shown twice. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls */}
      <div
        role="group"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-96 overflow-auto px-3 py-2"
      >
        <pre className="font-mono text-sm">{text}</pre>
      </div>
    </figure>
  );
}
