import { Link } from "@tanstack/react-router";
import type { ReactNode, Ref } from "react";
import { type PlanMode, PlanTitle } from "../../components/plan-title.tsx";

interface ItemHeadProps {
  readonly planId: string;
  readonly mode: PlanMode | null;
  readonly title: string;
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly children: ReactNode;
}

export function ItemHead({ planId, mode, title, headingRef, children }: ItemHeadProps) {
  return (
    <header className="min-w-0">
      <h2
        ref={headingRef}
        tabIndex={-1}
        dir="auto"
        className="scroll-mt-28 wrap-anywhere font-semibold text-lg leading-snug outline-none"
      >
        <Link to="/plans/$planId" params={{ planId }} className="hover:underline">
          <PlanTitle mode={mode} title={title} />
        </Link>
      </h2>
      <div className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-soft text-sm">{children}</div>
    </header>
  );
}
