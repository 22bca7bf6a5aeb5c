import { Link } from "@tanstack/react-router";
import type { ReactNode, Ref } from "react";
import { type PlanMode, PlanTitle } from "../../components/plan-title.tsx";

interface ItemHeadProps {
  readonly planId: string;
  readonly mode: PlanMode | null;
  readonly title: string;
  readonly headingRef: Ref<HTMLHeadingElement>;
  /** Buttons about the item itself, beside its name. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function ItemHead({ planId, mode, title, headingRef, actions, children }: ItemHeadProps) {
  return (
    <header className="min-w-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2
          ref={headingRef}
          tabIndex={-1}
          dir="auto"
          className="min-w-0 flex-1 basis-64 scroll-mt-28 wrap-anywhere font-semibold text-lg leading-snug outline-none"
        >
          <Link to="/plans/$planId" params={{ planId }} className="hover:underline">
            <PlanTitle mode={mode} title={title} />
          </Link>
        </h2>
        {actions}
      </div>
      <div className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-soft text-sm">{children}</div>
    </header>
  );
}
