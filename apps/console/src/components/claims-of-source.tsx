import { useQuery } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { counted } from "../format/duration-text.ts";
import { TextLink } from "./text-link.tsx";

/** "7 claims in 3 plans rest on this source"; nothing when none does. */
export function ClaimsOfSource({ sourceId }: { sourceId: string }) {
  const { data } = useQuery(api.claims.ofSource.queryOptions({ sourceId }));
  if (!data || data.claims === 0) return null;
  const { claims, plans } = data;
  return (
    <p className="mt-2 text-sm">
      <TextLink to="/claims" search={{ sourceId }}>
        {counted(claims, "claim")} in {counted(plans, "plan")} {claims === 1 ? "rests" : "rest"} on
        this source
      </TextLink>
    </p>
  );
}
