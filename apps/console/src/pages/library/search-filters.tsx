import { FilterBar } from "../../components/filter-bar.tsx";
import { Select } from "../../components/select.tsx";
import {
  ARTIFACT_TYPE_LABELS,
  MEDIA_TYPE_LABELS,
  optionsOf,
  TABLE_LABELS,
} from "../../format/labels.ts";
import { isFiltered, type LibrarySearch, libraryFilters } from "./route-search.ts";

interface SearchFiltersProps {
  readonly label: string;
  readonly search: LibrarySearch;
  readonly onChange: (changed: LibrarySearch) => void;
}

/** The query and its filters. Without a query only artifacts are listed, so only their type applies. */
export function SearchFilters({ label, search, onChange }: SearchFiltersProps) {
  const { query, type, medium, table } = search;
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
          label="Search in"
          none="Everywhere"
          options={optionsOf(TABLE_LABELS)}
          chosen={table}
          onChange={(chosen) => onChange({ table: chosen })}
        />
      )}
      <Select
        label="Artifact type"
        none="All artifact types"
        options={optionsOf(ARTIFACT_TYPE_LABELS)}
        chosen={type}
        onChange={(chosen) => onChange({ type: chosen })}
      />
      {query !== undefined && (
        <Select
          label="Report format"
          none="All report formats"
          options={optionsOf(MEDIA_TYPE_LABELS)}
          chosen={medium}
          onChange={(chosen) => onChange({ medium: chosen })}
        />
      )}
    </FilterBar>
  );
}
