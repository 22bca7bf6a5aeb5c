/** "2026-05-31" */
export function formatDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
