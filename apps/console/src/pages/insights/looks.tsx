/** Colour, dash and pattern: colour alone would not be accessible. */
const LOOKS = {
  accent: { color: "var(--accent)", dash: undefined, pattern: null },
  busy: { color: "var(--busy)", dash: "7 3", pattern: "M0 6 6 0" },
  bad: { color: "var(--bad)", dash: "2 3", pattern: "M0 0 6 6M0 6 6 0" },
  warn: { color: "var(--warn)", dash: "8 3 2 3", pattern: "M3 0v6" },
  soft: { color: "var(--soft)", dash: "1 4", pattern: "M0 3h6" },
} as const;

export type Look = keyof typeof LOOKS;

export function colorOf(look: Look): string {
  return LOOKS[look].color;
}

export function dashOf(look: Look): string | undefined {
  return LOOKS[look].dash;
}

/** The fill of a bar; needs `Patterns` in the page. */
export function fillOf(look: Look): string {
  return LOOKS[look].pattern ? `url(#pattern-${look})` : LOOKS[look].color;
}

/** Defines the patterns, once for all charts of a page. */
export function Patterns() {
  return (
    <svg className="absolute size-0" aria-hidden="true">
      <defs>
        {Object.entries(LOOKS).map(([look, { color, pattern }]) => (
          <pattern
            key={look}
            id={`pattern-${look}`}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
          >
            <rect width="6" height="6" fill="var(--card)" />
            <path d={pattern ?? ""} stroke={color} strokeWidth="2" strokeLinecap="square" />
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

export function Sample({ look, kind }: { look: Look; kind: "days" | "bars" }) {
  return (
    <svg viewBox="0 0 24 12" className="h-3 w-6 shrink-0" aria-hidden="true">
      {kind === "days" ? (
        <path d="M0 6h24" stroke={colorOf(look)} strokeWidth="2" strokeDasharray={dashOf(look)} />
      ) : (
        <rect x="1" y="1" width="22" height="10" fill={fillOf(look)} stroke={colorOf(look)} />
      )}
    </svg>
  );
}
