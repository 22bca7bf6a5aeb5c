/** Whoever comes waits until so many have come; later ones need not wait. */
export function newBarrier(count: number): () => Promise<void> {
  const waiting: (() => void)[] = [];
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length >= count) for (const go of waiting) go();
    });
}
