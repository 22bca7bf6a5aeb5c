import { useTeam } from "./account.ts";

/** Lists of plans and reviews: of everybody, or of the person who looks. */
export const WHOSE = ["mine", "all"] as const;
export type Whose = (typeof WHOSE)[number];

/** Whether the organization has more than one member; only then does it matter whose a plan is. */
export function useIsShared(): boolean {
  return useTeam()?.isShared ?? false;
}

/** Whose items to show: as the URL says, by default one's own. Undefined while the organization is not known. */
export function useWhose(chosen?: Whose): Whose | undefined {
  const team = useTeam();
  if (team === undefined) return undefined;
  return team?.isShared ? (chosen ?? "mine") : "all";
}
