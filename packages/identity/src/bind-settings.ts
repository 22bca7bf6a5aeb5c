import type { Settings } from "./settings.ts";

type Operations = Readonly<Record<string, (settings: Settings, ...input: never[]) => unknown>>;

export type Bound<T extends Operations> = {
  readonly [Name in keyof T]: T[Name] extends (
    settings: Settings,
    ...input: infer Input
  ) => infer Result
    ? (...input: Input) => Result
    : never;
};

/** The same functions without their first parameter. */
export function bindSettings<T extends Operations>(settings: Settings, operations: T): Bound<T> {
  const bound = Object.entries(operations).map(([name, run]) => [name, run.bind(null, settings)]);
  return Object.fromEntries(bound) as Bound<T>;
}
