import { useQuery } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { plural } from "../language/messages.ts";
import { TextLink } from "./text-link.tsx";

/** "7 claims in 3 plans rest on this source"; nothing when none does. */
export function ClaimsOfSource({ sourceId }: { sourceId: string }) {
  const { data } = useQuery(api.claims.ofSource.queryOptions({ sourceId }));
  if (!data || data.claims === 0) return null;
  const { claims, plans } = data;
  return (
    <p className="mt-2 text-sm">
      <TextLink to="/claims" search={{ sourceId }}>
        {plural(
          claims,
          "{count} claim {inPlans} rests on this source",
          "{count} claims {inPlans} rest on this source",
          { inPlans: plural(plans, "in {count} plan", "in {count} plans") },
        )}
      </TextLink>
    </p>
  );
}
