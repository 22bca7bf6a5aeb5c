export { type Capturing, type CapturingOptions, startCapturing } from "./capturing.ts";
export { PageProcesses } from "./page/page-processes.ts";
