interface NamedPlan {
  readonly handle: string;
  readonly name: string;
}

export function resumePrompt({ handle, name }: NamedPlan): string {
  return `Resume the Trovella research plan "${name}" (${handle}).`;
}

export const FIRST_PROMPTS = [
  "Use Trovella to scan what is known about heat pumps in old houses.",
  "Use Trovella to research in depth which vector databases suit a small team, and let me review the plan first.",
  "Use Trovella to compare the three most cited studies on remote work and productivity.",
];
