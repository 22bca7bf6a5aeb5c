import { plural, t } from "../../../language/messages.ts";
import type { Comparison } from "./comparison.ts";

type Changed = Comparison["sourcesAdded"];

/** The sources that only one of the versions cites. */
export function SourceChanges({ comparison }: { comparison: Comparison }) {
  const { sourcesAdded, sourcesRemoved } = comparison;
  if (sourcesAdded.total + sourcesRemoved.total === 0) return null;
  return (
    <section
      aria-label={t("Sources added and removed")}
      className="mb-4 grid gap-x-8 gap-y-2 rounded-lg border border-line bg-card px-4 py-3 text-sm lg:grid-cols-2"
    >
      <Part
        sign="−"
        title={plural(
          sourcesRemoved.total,
          "{count} source no longer cited",
          "{count} sources no longer cited",
        )}
        changed={sourcesRemoved}
      />
      <Part
        sign="+"
        title={plural(
          sourcesAdded.total,
          "{count} source newly cited",
          "{count} sources newly cited",
        )}
        changed={sourcesAdded}
      />
    </section>
  );
}

const SHOWN = 5;

function Part({ sign, title, changed }: { sign: string; title: string; changed: Changed }) {
  if (changed.total === 0) return <div className="max-lg:hidden" />;
  const further = changed.total - SHOWN;
  return (
    <div className="min-w-0">
      <p className="font-medium">{title}</p>
      <ul className="break-words">
        {changed.listed.slice(0, SHOWN).map(({ number, title: source }) => (
          <li key={number}>
            <span aria-hidden="true">{sign} </span>[{number}] <bdi>{source}</bdi>
          </li>
        ))}
        {further > 0 && (
          <li className="text-soft">{plural(further, "and {count} more", "and {count} more")}</li>
        )}
      </ul>
    </div>
  );
}
