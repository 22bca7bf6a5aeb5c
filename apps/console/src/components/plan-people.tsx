import { useTeam } from "../api/account.ts";
import { useMemberName } from "../api/use-person-name.ts";
import { useIsShared } from "../api/whose.ts";

/** "You" or "Ada's plan"; nothing where there is only one person. */
export function PlanOwner({ ownerId }: { ownerId: string | null }) {
  const isShared = useIsShared();
  const team = useTeam();
  const memberName = useMemberName();
  if (!isShared) return null;
  if (ownerId !== null && ownerId === team?.userId) return <span>You</span>;
  const name = memberName(ownerId);
  return name ? (
    <span>
      <bdi>{name}</bdi>’s plan
    </span>
  ) : (
    <span>A former member’s plan</span>
  );
}

/** The owner, before other words of a line. */
export function OwnerBefore({ ownerId }: { ownerId: string | null }) {
  if (!useIsShared()) return null;
  return (
    <>
      <PlanOwner ownerId={ownerId} /> ·{" "}
    </>
  );
}

/** "Waits for Ada"; nothing where there is only one person. */
export function WaitsFor({ askedId }: { askedId: string | null }) {
  const isShared = useIsShared();
  const team = useTeam();
  const memberName = useMemberName();
  if (!isShared) return null;
  if (askedId === null) return <span>Waits for an owner or admin</span>;
  if (askedId === team?.userId) return <span>Waits for you</span>;
  return (
    <span>
      Waits for <bdi>{memberName(askedId) ?? "somebody"}</bdi>
    </span>
  );
}
