/** What a person tells an AI client to go on with a plan. */
export function resumePrompt({ id, name }: { readonly id: string; readonly name: string }): string {
  return `Resume the Trovella research plan "${name}" (${id}).`;
}
