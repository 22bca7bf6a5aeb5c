import { Link } from "@tanstack/react-router";
import type { ReactNode, Ref } from "react";
import { PlanTitle } from "../../components/plan-title.tsx";

/** The heading of an item, linked to its plan, and a line of facts. */
export function ItemHead({
  planId,
  planName,
  headingRef,
  children,
}: {
  planId: string;
  planName: string;
  headingRef: Ref<HTMLHeadingElement>;
  children: ReactNode;
}) {
  return (
    <header>
      <h2
        ref={headingRef}
        tabIndex={-1}
        className="scroll-mt-28 font-semibold text-lg leading-snug outline-none"
      >
        <Link to="/plans/$planId" params={{ planId }} className="hover:underline">
          <PlanTitle name={planName} />
        </Link>
      </h2>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-soft text-sm">{children}</p>
    </header>
  );
}
