import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { api } from "../api/api.ts";
import { useWhose } from "../api/whose.ts";
import { OPEN_REVIEWS } from "../decisions/decisions.ts";
import { t } from "../language/messages.ts";
import { useIsLeader } from "../live/leader.ts";
import { onReviewOpened, tellWorker, useNotificationState } from "./notification-state.ts";
import { createReviewChanges } from "./review-changes.ts";

/** Tells the user of new reviews, if they want that, from one tab only. */
export function useReviewNotifications(): void {
  const isLeader = useIsLeader();
  const isOn = useNotificationState() === "on" && isLeader;
  const whose = useWhose();
  const { data } = useQuery({
    ...api.review.list.queryOptions({ ...OPEN_REVIEWS, whose: whose ?? "all" }),
    enabled: isOn && whose !== undefined,
  });
  const changes = useRef<ReturnType<typeof createReviewChanges> | null>(null);
  useEffect(() => {
    if (!isOn) changes.current = null;
    if (!isOn || !data) return;
    changes.current ??= createReviewChanges();
    const { begun, over } = changes.current(data.reviews);
    for (const { id, planTitle } of begun) {
      void tellWorker({
        type: "review-waits",
        reviewId: id,
        title: t("Needs your review"),
        planName: planTitle,
      });
    }
    for (const reviewId of over) void tellWorker({ type: "review-over", reviewId });
  }, [data, isOn]);
  const router = useRouter();
  useEffect(
    () => onReviewOpened((item) => void router.navigate({ to: "/inbox", search: { item } })),
    [router],
  );
}
