/** How sure the assistant was, from 0 to 1, as people say it; null where it did not say. */
export function confidenceText(confidence: number | null): string | null {
  return confidence === null ? null : `${Math.round(confidence * 100)} %`;
}
