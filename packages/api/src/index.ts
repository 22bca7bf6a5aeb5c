export { type AppRouter, createCaller } from "./app-router.ts";
export type {
  ApiCaller,
  ApiContext,
  ApiServices,
  ServerSettings,
} from "./context.ts";
export { API_PATH, handleApiRequest } from "./handle-request.ts";
export type { ApiPeople } from "./people.ts";
