const WIDTH = 72;
const HEIGHT = 20;

/** The shape of a few numbers; decorative, since the numbers are beside it. */
export function SparkLine({ values }: { values: readonly number[] }) {
  const most = Math.max(1, ...values);
  const step = WIDTH / Math.max(1, values.length - 1);
  const points = values.map((value, index) => {
    const y = HEIGHT - 1 - (value / most) * (HEIGHT - 2);
    return `${(index * step).toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="h-5 w-18 text-accent"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <polyline points={points.join(" ")} />
    </svg>
  );
}
