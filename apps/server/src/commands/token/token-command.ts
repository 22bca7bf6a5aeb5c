import { defineCommandGroup } from "../../command.ts";
import { createTokenCommand } from "./create-token.ts";
import { listTokensCommand } from "./list-tokens.ts";
import { revokeTokenCommand } from "./revoke-token.ts";

export const tokenCommand = defineCommandGroup({
  name: "token",
  description: "Create, list or revoke personal access tokens (team mode)",
  subcommands: [createTokenCommand, listTokensCommand, revokeTokenCommand],
});
