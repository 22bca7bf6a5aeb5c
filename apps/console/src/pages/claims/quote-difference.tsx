import { t } from "../../language/messages.ts";
import type { Evidence } from "./claim-words.ts";

type Parts = NonNullable<Evidence["difference"]>;

/** The quote beside its source, word by word. */
export function QuoteDifference({ parts }: { parts: Parts }) {
  return (
    <div className="mt-2">
      <p className="text-soft text-sm">
        {parts.some(({ kind }) => kind === "quote" || kind === "source")
          ? t("The quote, corrected by the source")
          : t("The quote, with what it leaves out")}
      </p>
      <p className="border-line border-l-2 pl-3">
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a claim never change places
          <Part key={index} {...part} />
        ))}
      </p>
    </div>
  );
}

function Part({ kind, text }: Parts[number]) {
  switch (kind) {
    case "same":
      return `${text} `;
    case "quote":
      return (
        <>
          <del className="text-bad">
            <span className="sr-only">{t("only in the quote:")} </span>
            {text}
          </del>{" "}
        </>
      );
    case "source":
      return (
        <>
          <ins className="font-medium text-good underline">
            <span className="sr-only">{t("only in the source:")} </span>
            {text}
          </ins>{" "}
        </>
      );
    case "elided":
      return (
        <>
          <span className="rounded bg-hover px-1 text-soft italic">
            <span className="sr-only">{t("left out:")} </span>
            {text}
          </span>{" "}
        </>
      );
  }
}
