import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PlanRow } from "../../api/api.ts";
import { PlanTitle } from "../../components/plan-title.tsx";
import { Section } from "../../components/section.tsx";

interface ListSectionProps {
  readonly title: string;
  readonly count: number;
  /** Leads to the whole list. */
  readonly all: ReactNode;
  /** Whether the link is there even if the list is empty. */
  readonly isLinked?: boolean;
  readonly className: string;
  /** Instead of an empty list. */
  readonly none: string;
  readonly children: ReactNode;
}

export const LINES = "divide-y divide-line rounded-lg border border-line bg-card";

export function ListSection(props: ListSectionProps) {
  const { title, count, all, isLinked = false, className, none, children } = props;
  return (
    <Section title={title} count={count} action={(count > 0 || isLinked) && all}>
      {count === 0 ? (
        <p className="text-soft">{none}</p>
      ) : (
        <ul className={className}>{children}</ul>
      )}
    </Section>
  );
}

export type NamedPlan = Pick<PlanRow, "id" | "mode" | "title">;

export function PlanName({ plan: { id, mode, title } }: { plan: NamedPlan }) {
  return (
    <Link
      to="/plans/$planId"
      params={{ planId: id }}
      className="line-clamp-2 font-medium hover:underline"
    >
      <PlanTitle mode={mode} title={title} />
    </Link>
  );
}
