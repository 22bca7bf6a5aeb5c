/** A button that is on or off, such as a filter. */
export function Toggle({
  isOn,
  onChange,
  children,
}: {
  isOn: boolean;
  /** True, or undefined for off, as search parameters have it. */
  onChange: (isOn: true | undefined) => void;
  children: string;
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => onChange(isOn ? undefined : true)}
      className="min-h-8 rounded-md border border-line bg-card px-2.5 text-sm text-soft hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-text"
    >
      {children}
    </button>
  );
}
