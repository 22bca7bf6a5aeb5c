/** The open plans: few at a time, so that agents contend for them. */
export interface PlanWindow {
  /** A random open plan, or null when all are finished. */
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
      // Several agents may report the same plan as finished.
      if (index < 0) return;
      const following = waiting.shift();
      open.splice(index, 1, ...(following ? [following] : []));
    },
  };
}
