/** What a citation names: a number of the plan's register, a number of another plan's, or a stored mention. */
export interface SourceReference {
  /** As it is compared: trimmed and in lower case. */
  readonly ref: string;
  /** Handle or id of another plan. */
  readonly plan: string | null;
  readonly number: number | null;
  readonly id: string | null;
}

const NUMBER = /^(?:(p-\w{1,60}|plan_\w{1,100})\/)?(\d{1,9})$/;
const MENTION = /^src_\w{1,100}$/;

/** The references that can name a source; nothing else is looked up. */
export function sourceReferences(refs: readonly string[]): SourceReference[] {
  const unique = new Set(refs.map(comparableRef));
  return [...unique].flatMap((ref): SourceReference[] => {
    const [, plan = null, number] = NUMBER.exec(ref) ?? [];
    if (number !== undefined) return [{ ref, plan, number: Number(number), id: null }];
    return MENTION.test(ref) ? [{ ref, plan: null, number: null, id: ref }] : [];
  });
}

export function comparableRef(ref: string): string {
  return ref.trim().toLowerCase();
}
