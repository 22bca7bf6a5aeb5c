/** `a12` within its plan; an artifact without a plan has only its id. */
export function artifactHandle({
  id,
  number,
}: {
  readonly id: string;
  readonly number: number | null;
}): string {
  return number === null ? id : `a${number}`;
}
