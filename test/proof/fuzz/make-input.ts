import type { Random } from "../history/random.ts";
import type { Json } from "../history/record.ts";
import type { World } from "./world.ts";

/** Makes arguments of one tool, with the plan brought into the state they need. */
export type MakeInput = (random: Random, world: World) => Promise<Json>;
