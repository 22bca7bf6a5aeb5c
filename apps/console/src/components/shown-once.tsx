import { type ReactNode, useEffect, useRef } from "react";
import { t } from "../language/messages.ts";
import { Button } from "./button.tsx";
import { CopyLine } from "./copy-line.tsx";

interface ShownOnceProps {
  readonly title: string;
  readonly secret: string;
  readonly what: string;
  readonly onDone: () => void;
  readonly children: ReactNode;
}

/** A secret that is shown once, until the user confirms having copied it. */
export function ShownOnce({ title, secret, what, onDone, children }: ShownOnceProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section
      aria-label={title}
      className="grid gap-3 rounded-md border border-accent bg-accent-soft px-4 py-3"
    >
      <h3 ref={heading} tabIndex={-1} className="font-semibold">
        {title}
      </h3>
      <CopyLine text={secret} isCode what={what} />
      <p className="text-sm">{children}</p>
      <div>
        <Button onClick={onDone}>{t("I've copied it")}</Button>
      </div>
    </section>
  );
}
