import { type ReactNode, useId } from "react";
import { MarkdownText } from "../../../components/markdown-text.tsx";

export function StepSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-line border-t px-4 py-3">
      <h3 id={id} className="mb-1 font-semibold text-sm">
        {title}
      </h3>
      {children}
    </section>
  );
}

/** A section for a text, if there is one. */
export function ProseSection({ title, text }: { title: string; text: string | null }) {
  if (!text) return null;
  return (
    <StepSection title={title}>
      <Prose text={text} />
    </StepSection>
  );
}

/** What an assistant or a person wrote. */
export function Prose({ text }: { text: string }) {
  return <MarkdownText text={text} />;
}
