import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { Button } from "../../../components/button.tsx";
import { TextLink } from "../../../components/text-link.tsx";
import { t } from "../../../language/messages.ts";
import { AS_TIME_PASSES } from "../../../live/as-time-passes.ts";
import { snoozedUntil } from "./snooze-times.ts";
import { useHiding } from "./use-hiding.ts";

const SHOWN = 50;

/** What the reader has snoozed or dismissed, quietly: closed at first, and absent when there is nothing. */
export function HiddenItems() {
  const { data } = useQuery({ ...api.inbox.hidden.queryOptions(), ...AS_TIME_PASSES });
  const [isOpen, setIsOpen] = useState(false);
  const { restore, isPending } = useHiding();
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  const snoozed = items.filter(({ until }) => until !== null).length;
  const dismissed = items.length - snoozed;
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="text-sm"
    >
      <summary className="min-h-6 cursor-pointer text-soft">
        {snoozed > 0 && t("Snoozed ({count})", { count: snoozed })}
        {snoozed > 0 && dismissed > 0 && " · "}
        {dismissed > 0 && t("Dismissed ({count})", { count: dismissed })}
      </summary>
      <ul className="mt-2 grid gap-2">
        {items.slice(0, SHOWN).map(({ itemId, planId, planTitle, until }) => (
          <li key={itemId} className="flex items-start gap-2">
            <span className="min-w-0 flex-1">
              <TextLink to="/plans/$planId" params={{ planId }} className="line-clamp-2">
                {planTitle}
              </TextLink>
              <span className="block text-soft">
                {until
                  ? t("until {day}", { day: snoozedUntil(new Date(until)) })
                  : t("until something new happens")}
              </span>
            </span>
            <Button
              disabled={isPending}
              aria-label={t("Put back: {plan}", { plan: planTitle })}
              onClick={() => restore([itemId])}
            >
              {t("Put back")}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
