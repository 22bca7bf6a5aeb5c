import { createLink } from "@tanstack/react-router";
import { type ComponentProps, type ReactNode, useId } from "react";
import { t } from "../../language/messages.ts";
import { Definition } from "./definition.tsx";

interface FigureCardProps {
  readonly label: string;
  readonly definition: string;
  readonly value?: ReactNode;
  readonly children?: ReactNode;
}

export function FigureCard({ label, definition, value, children }: FigureCardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="relative min-w-0 rounded-lg border border-line bg-card px-4 py-2"
    >
      <div className="flex items-center justify-between gap-1">
        <h3 id={id} className="text-soft text-sm">
          {label}
        </h3>
        <Definition of={label}>{definition}</Definition>
      </div>
      {value !== undefined && (
        <p className="font-semibold text-2xl tabular-nums tracking-tight">{value}</p>
      )}
      <div className="pb-1 text-sm text-soft">{children}</div>
    </section>
  );
}

export function NotEnoughData() {
  return <span className="font-medium text-base text-soft">{t("Not enough data yet")}</span>;
}

export const FigureLink = createLink((props: ComponentProps<"a">) => (
  <a
    {...props}
    className="font-medium text-text tabular-nums underline decoration-strong-line underline-offset-2 hover:decoration-current"
  />
));
