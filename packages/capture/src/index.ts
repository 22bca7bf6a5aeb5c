export { type Capturing, type CapturingOptions, startCapturing } from "./capturing.ts";
