/** A key sequence such as "g h". */
export function KeyHint({ keys }: { keys: string }) {
  return (
    <span className="inline-flex gap-1 [@media(hover:none)]:hidden">
      {keys.split(" ").map((key) => (
        <kbd
          key={key}
          className="min-w-5 rounded border border-line bg-page px-1 text-center font-mono text-soft text-xs"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
