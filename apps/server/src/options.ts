/** `--name`; false unless it is given. */
export function flag(description: string) {
  return { type: "boolean", description } as const;
}

/** `--name <hint>`, and with one letter if it has one. */
export function option(valueHint: string, description: string, short?: string) {
  return { type: "string", valueHint, description, required: false, short } as const;
}

export function requiredOption(valueHint: string, description: string) {
  return { type: "string", valueHint, description, required: true, short: undefined } as const;
}

/** A positional argument; `missing` completes "needs …" when there is none. */
export function argument(description: string, missing?: string) {
  return { type: "positional", description, required: true, missing } as const;
}

/** All further arguments, one at least. */
export function restArgument(description: string, missing: string) {
  return { type: "positional", description, required: true, missing, isRest: true } as const;
}

export function optionalArgument(description: string) {
  return { type: "positional", description, required: false } as const;
}

export const JSON_FLAG = flag("Print the result as JSON");

type Positional = ReturnType<typeof argument | typeof restArgument | typeof optionalArgument>;
type Option = ReturnType<typeof flag | typeof option | typeof requiredOption> | Positional;
export type Options = Readonly<Record<string, Option>>;

type Value<T extends Option> = T extends { type: "boolean" }
  ? boolean
  : T extends { isRest: true }
    ? readonly string[]
    : T extends { required: true }
      ? string
      : string | undefined;
export type Values<T extends Options> = { readonly [Name in keyof T]: Value<T[Name]> };

/** In the order in which they are given. */
export function positionalsOf(options: Options): [name: string, Positional][] {
  return Object.entries(options).flatMap(([name, option]) =>
    option.type === "positional" ? [[name, option]] : [],
  );
}
