import { FilterBar } from "../../components/filter-bar.tsx";
import { DateRangeFilter } from "../../components/lists/date-range-filter.tsx";
import { Select } from "../../components/select.tsx";
import {
  ARTIFACT_TYPE_LABELS,
  MEDIA_TYPE_LABELS,
  optionsOf,
  TABLE_LABELS,
} from "../../format/labels.ts";
import { t } from "../../language/messages.ts";
import {
  isFiltered,
  type LibrarySearch,
  type LibrarySort,
  libraryFilters,
} from "./route-search.ts";

const SORT_LABELS: Readonly<Record<LibrarySort, string>> = {
  newest: t("Newest first"),
  oldest: t("Oldest first"),
};

interface SearchFiltersProps {
  readonly label: string;
  readonly search: LibrarySearch;
  readonly onChange: (changed: LibrarySearch) => void;
}

/** The query and its filters. Without a query only artifacts are listed, so only their type and date apply. */
export function SearchFilters({ label, search, onChange }: SearchFiltersProps) {
  const { query, type, medium, table, sort } = search;
  return (
    <FilterBar
      label={label}
      text={query ?? ""}
      onText={(text) => onChange({ query: text || undefined })}
      isFiltered={isFiltered(search)}
      onClear={() => onChange(libraryFilters.noneSet)}
      isWide
    >
      {query !== undefined && (
        <Select
          label={t("Search in")}
          none={t("Everywhere")}
          options={optionsOf(TABLE_LABELS)}
          chosen={table}
          onChange={(chosen) => onChange({ table: chosen })}
        />
      )}
      <Select
        label={t("Artifact type")}
        none={t("All artifact types")}
        options={optionsOf(ARTIFACT_TYPE_LABELS)}
        chosen={type}
        onChange={(chosen) => onChange({ type: chosen })}
      />
      {query !== undefined && (
        <Select
          label={t("Report format")}
          none={t("All report formats")}
          options={optionsOf(MEDIA_TYPE_LABELS)}
          chosen={medium}
          onChange={(chosen) => onChange({ medium: chosen })}
        />
      )}
      <DateRangeFilter range={search} onChange={onChange} />
      {query !== undefined && (
        <Select
          label={t("Order")}
          none={t("Best match first")}
          options={optionsOf(SORT_LABELS)}
          chosen={sort}
          onChange={(chosen) => onChange({ sort: chosen })}
        />
      )}
    </FilterBar>
  );
}
