// Plain JavaScript: Node starts this process itself and does not know of what runs the rest. A bundle
// puts answer-typesetting.ts, compiled, in the place of this file.
import { register } from "tsx/esm/api";

// Otherwise the tsconfig.json of whatever folder the process was started in would apply.
register({ tsconfig: false });
await import("./answer-typesetting.ts");
