import { waitingAge } from "../format/waiting-age.ts";
import { useNow } from "./relative-time.tsx";

const COLORS = { late: "text-warn", overdue: "text-bad" };

/** Says that something has waited for a day or longer, in words and colour; nothing before. */
export function WaitingAge({ since }: { since: string }) {
  const age = waitingAge(new Date(since), new Date(useNow()));
  if (!age) return null;
  return (
    <span className={`ml-2 whitespace-nowrap font-medium ${COLORS[age.age]}`}>{age.words}</span>
  );
}
