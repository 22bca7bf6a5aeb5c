import type { Random } from "@trovella/testing/engine/random";
import type { Json } from "../history/record.ts";
import type { World } from "./world.ts";

/** Generates arguments of one tool, after bringing the plan into the required state. */
export type MakeInput = (random: Random, world: World) => Promise<Json>;
