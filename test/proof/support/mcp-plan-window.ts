/** The plans that are being worked on: few at a time, so that agents meet. */
export interface PlanWindow {
  /** Any open plan, or null when all are finished. */
  pick(): string | null;
  close(planId: string): void;
}

export function openWindow(planIds: readonly string[], size: number): PlanWindow {
  const waiting = [...planIds];
  const open = waiting.splice(0, size);
  return {
    pick: () => open[Math.floor(Math.random() * open.length)] ?? null,
    close(planId) {
      const index = open.indexOf(planId);
      // Several agents may find the same plan finished.
      if (index < 0) return;
      const following = waiting.shift();
      open.splice(index, 1, ...(following ? [following] : []));
    },
  };
}
