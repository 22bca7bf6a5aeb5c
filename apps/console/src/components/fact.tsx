import type { ReactNode } from "react";
import { RelativeTime } from "./relative-time.tsx";

/** A term and its value, inside a `dl`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-soft">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

export function TimeFact({ name, at }: { name: string; at: string | null }) {
  return (
    at && (
      <Fact name={name}>
        <RelativeTime at={at} />
      </Fact>
    )
  );
}
