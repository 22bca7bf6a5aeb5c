import { useEffect } from "react";
import { useInboxCount } from "../api/inbox-count.ts";
import { setWaitingCount } from "../components/window-title.ts";
import { numberText, plural } from "../language/messages.ts";

/** How many items the inbox has; nothing for none. */
export function InboxCount() {
  const count = useInboxCount();
  useEffect(() => setWaitingCount(count), [count]);
  if (count === 0) return null;
  return (
    <span className="ml-auto min-w-5 rounded-full bg-accent px-1.5 text-center font-medium text-on-accent text-xs leading-5 tabular-nums">
      <span aria-hidden="true">{numberText(count)}</span>
      <span className="sr-only">
        {plural(count, "{count} item needs you", "{count} items need you")}
      </span>
    </span>
  );
}
