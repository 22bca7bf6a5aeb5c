import { useLayoutEffect, useRef, useState } from "react";
import { t } from "../../language/messages.ts";

/** A text of which three lines are shown, and the rest on demand. */
export function ClampedText({ text, className = "" }: { text: string; className?: string }) {
  const element = useRef<HTMLParagraphElement>(null);
  const [isCut, setIsCut] = useState(false);
  const [isWhole, setIsWhole] = useState(false);
  useLayoutEffect(() => {
    const shown = element.current;
    if (!shown || isWhole) return;
    const measure = () => setIsCut(shown.scrollHeight > shown.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(shown);
    return () => observer.disconnect();
  }, [isWhole]);
  return (
    <>
      <p
        ref={element}
        dir="auto"
        className={`whitespace-pre-line [overflow-wrap:anywhere] ${isWhole ? "" : "line-clamp-3"} ${className}`}
      >
        {text}
      </p>
      {(isCut || isWhole) && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
          className="min-h-6 text-accent text-sm underline"
        >
          {isWhole ? t("Show less") : t("Show all")}
        </button>
      )}
    </>
  );
}
