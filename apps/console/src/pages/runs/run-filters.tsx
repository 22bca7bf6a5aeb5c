import { useQuery } from "@tanstack/react-query";
import { api } from "../../api/api.ts";
import { Button } from "../../components/button.tsx";
import { Choice } from "../../components/choice.tsx";
import { statusLabel } from "../../components/status-badge.tsx";
import { t } from "../../language/messages.ts";
import { RUN_STATUSES, type RunsSearch, runFilters } from "./route-search.ts";

const STATUS_OPTIONS = RUN_STATUSES.map((value) => ({ value, label: statusLabel(value) }));
/** A client that invents a skill name per run would otherwise fill the page. */
const MAX_SKILLS = 12;

type Filters = Omit<RunsSearch, "page">;

interface RunFiltersProps {
  readonly search: RunsSearch;
  readonly onChange: (changed: Filters) => void;
}

/** One status and one skill at a time, as the API filters. */
export function RunFilters({ search, onChange }: RunFiltersProps) {
  const { skillName, status } = search;
  const { data } = useQuery(api.skillExecution.summary.queryOptions());
  const known = Object.entries(data?.bySkill ?? {})
    .sort(([, a], [, b]) => b - a)
    .map(([name]) => name)
    .slice(0, MAX_SKILLS);
  const skills = skillName && !known.includes(skillName) ? [...known, skillName] : known;
  return (
    <search
      aria-label={t("Filter runs")}
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2"
    >
      <Choice
        label={t("Status")}
        options={STATUS_OPTIONS}
        chosen={status ? [status] : []}
        onChange={(chosen) => onChange({ status: chosen.at(-1) })}
      />
      <Choice
        label={t("Skill")}
        options={skills.map((value) => ({ value, label: value }))}
        chosen={skillName ? [skillName] : []}
        onChange={(chosen) => onChange({ skillName: chosen.at(-1) })}
      />
      {runFilters.isAnySet(search) && (
        <Button kind="quiet" onClick={() => onChange(runFilters.noneSet)}>
          {t("Clear filters")}
        </Button>
      )}
    </search>
  );
}
