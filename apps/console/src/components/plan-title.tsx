const MODE = /^\[(Scan|Deep)\]\s*/;

/** A plan's name, with the kind of research it begins with set apart. */
export function PlanTitle({ name }: { name: string }) {
  const mode = MODE.exec(name)?.[1];
  if (!mode) return name;
  return (
    <>
      <span className="mr-1.5 rounded border border-line px-1 py-px align-[0.08em] font-normal text-soft text-xs">
        {mode}
      </span>{" "}
      {name.replace(MODE, "")}
    </>
  );
}
