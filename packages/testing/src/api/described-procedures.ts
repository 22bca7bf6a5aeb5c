import type { Permission } from "@trovella/foundation";
import { z } from "zod";
import { appRouter } from "../../../api/src/app-router.ts";

export interface DescribedProcedure {
  readonly name: string;
  readonly type: "query" | "mutation";
  readonly permission: Permission;
  /** Whether it needs a browser session. */
  readonly isPersonal: boolean;
  /** JSON Schema of the input. */
  readonly schema: object;
}

interface Definition {
  readonly _def: {
    readonly type: "query" | "mutation";
    readonly meta: { readonly permission: Permission; readonly isPersonal?: boolean };
    readonly inputs: readonly z.ZodType[];
  };
}

/** All procedures of the router. */
export function describedProcedures(): DescribedProcedure[] {
  const procedures = appRouter._def.procedures as unknown as Record<string, Definition>;
  return Object.entries(procedures).map(
    ([
      name,
      {
        _def: { type, meta, inputs },
      },
    ]) => {
      const [input] = inputs;
      const schema = input ? z.toJSONSchema(input, { io: "input" }) : {};
      const { permission, isPersonal = false } = meta;
      return { name, type, permission, isPersonal, schema };
    },
  );
}
