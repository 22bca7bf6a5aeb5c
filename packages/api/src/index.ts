export type { ChangeTopic } from "@trovella/db/changes";
export type { ApiPeople } from "./api-people.ts";
export { type AppRouter, createCaller } from "./app-router.ts";
export type {
  ApiContext,
  ApiServices,
  OrganizationLimits,
  ServerSettings,
} from "./context.ts";
export { API_PATH, handleApiRequest, MAX_BATCH } from "./handle-request.ts";
