/** Strokes on a 16 by 16 grid. Icons are decorative: a word is always beside them. */
const PATHS = {
  home: "M2.5 7.5 8 3l5.5 4.5V13a.5.5 0 0 1-.5.5h-3.5v-4h-3v4H3a.5.5 0 0 1-.5-.5z",
  plans: "M2.5 4l1 1 2-2M2.5 8.5l1 1 2-2M2.5 13l1 1 2-2M8 4h5.5M8 8.5h5.5M8 13h5.5",
  inbox: "M2.5 9.5 4.5 3h7l2 6.5V13h-11zM2.5 9.5H6L7 11h2l1-1.5h3.5",
  runs: "M4 3l8.5 5L4 13z",
  library: "M3 2.5h2.5v11H3zM6.5 2.5H9v11H6.5zM10.3 3.2l2.4-.6 2 10.5-2.4.6z",
  claims: "M3 3.5h10M3 7.5h10M3 11.5h3.5M8.5 12l1.8 1.8L14 10",
  reports: "M4 2h5.5L12.5 5v9H4zM9.5 2v3h3M6 8h4.5M6 11h4.5",
  insights: "M2.5 13.5h11M4.5 11V8M8 11V3.5M11.5 11V6",
  connect: "M5.5 2.5v3M10.5 2.5v3M4 5.5h8v2.5a4 4 0 0 1-8 0zM8 12v2",
  settings:
    "M2 4.5h7M12 4.5h2M2 11.5h2M7 11.5h7M10.5 6a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM5.5 13a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z",
  more: "M3 8h.9M7.6 8h.9M12.2 8h.9",
  person: "M8 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3 13.5a5 5 0 0 1 10 0",
  search: "M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.6 10.6 14 14",
  sun: "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9",
  moon: "M13.5 9.6A6 6 0 0 1 6.4 2.5a6 6 0 1 0 7.1 7.1z",
  screen: "M2 3.5h12v8H2zM6 14h4M8 11.5V14",
  check: "M3 8.5 6.5 12 13 4.5",
  circle: "M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11z",
  running: "M8 2.5A5.5 5.5 0 1 1 2.5 8M8 5v3l2 1.5",
  waiting: "M5.5 3.5v9M10.5 3.5v9",
  stalled: "M8 2 14.5 13.5h-13zM8 6.5v3M8 11.6v.1",
  failed: "M4 4l8 8M12 4l-8 8",
  archived: "M2 3h12v3H2zM3 6v7h10V6M6.5 9h3",
  edit: "M3 13l.6-2.9L10.8 2.9l2.3 2.3-7.2 7.2zM9.3 4.4l2.3 2.3",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  close: "M4 4l8 8M12 4l-8 8",
  up: "M8 13V3M4 7l4-4 4 4",
  down: "M8 3v10M4 9l4 4 4-4",
  open: "M4 6l4 4 4-4",
  jump: "M3 3v5.5a2 2 0 0 0 2 2h8M10 7.5l3 3-3 3",
  live: "M8 9.2a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4zM4.8 11.2a4.5 4.5 0 0 1 0-6.4M11.2 4.8a4.5 4.5 0 0 1 0 6.4M2.8 13.2a7.4 7.4 0 0 1 0-10.4M13.2 2.8a7.4 7.4 0 0 1 0 10.4",
  offline: "M2 2l12 12M4.8 11.2a4.5 4.5 0 0 1-1.2-4M8 8v.1M11.2 4.8a4.5 4.5 0 0 1 1.2 4",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, className = "" }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={`size-4 shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
