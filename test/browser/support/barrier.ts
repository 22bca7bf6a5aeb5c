/** A barrier: callers wait until so many have arrived; later ones do not wait. */
export function newBarrier(count: number): () => Promise<void> {
  const waiting: (() => void)[] = [];
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length >= count) for (const go of waiting) go();
    });
}
