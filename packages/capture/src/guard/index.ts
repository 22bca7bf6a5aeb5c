export {
  type FetchOptions,
  type FetchProblem,
  fetchPublic,
  type PublicResource,
} from "./fetch-public.ts";
export { createInternet } from "./internet.ts";
export type { Headers, Network, NetworkRequest, NetworkResponse } from "./network.ts";
export { isPrivateHost, targetProblem } from "./target-problem.ts";
