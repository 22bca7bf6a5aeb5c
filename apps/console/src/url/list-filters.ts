type Search = Readonly<Record<string, unknown>>;
/** For each filter of a list, how its value is read from the URL; undefined if it is not set. */
type FilterReaders = Readonly<Record<string, (value: unknown) => unknown>>;

export type FilterValues<Readers extends FilterReaders> = {
  readonly [Name in keyof Readers]?: ReturnType<Readers[Name]> | undefined;
};

export function defineFilters<Readers extends FilterReaders>(readers: Readers) {
  const valuesOf = (search: Search) =>
    Object.fromEntries(
      Object.entries(readers).map(([name, read]) => [name, read(search[name])]),
    ) as FilterValues<Readers>;
  return {
    /** Every key is present even if undefined: the router would otherwise keep the raw value of the URL. */
    valuesOf,
    isAnySet: (search: FilterValues<Readers>) =>
      Object.keys(readers).some((name) => search[name] !== undefined),
    noneSet: valuesOf({}),
  };
}
