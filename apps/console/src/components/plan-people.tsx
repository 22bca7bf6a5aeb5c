import { useTeam } from "../api/account.ts";
import { useMemberName } from "../api/use-person-name.ts";
import { useIsShared } from "../api/whose.ts";
import { rich, t } from "../language/messages.ts";

/** "You" or "Ada's plan"; nothing where there is only one person. */
export function PlanOwner({ ownerId }: { ownerId: string | null }) {
  const isShared = useIsShared();
  const team = useTeam();
  const memberName = useMemberName();
  if (!isShared) return null;
  if (ownerId !== null && ownerId === team?.userId) return <span>{t("You")}</span>;
  const name = memberName(ownerId);
  return name ? (
    <span>{rich("{name}’s plan", { name: <bdi>{name}</bdi> })}</span>
  ) : (
    <span>{t("A former member’s plan")}</span>
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
  if (askedId === null) return <span>{t("Waits for an owner or admin")}</span>;
  if (askedId === team?.userId) return <span>{t("Waits for you")}</span>;
  return (
    <span>
      {rich("Waits for {name}", { name: <bdi>{memberName(askedId) ?? t("somebody")}</bdi> })}
    </span>
  );
}
