/** Real AI clients sign in to a team's server by OAuth: consent, loop, more rights, revocation. */
import { runOAuth } from "../clients/oauth/run-oauth.ts";

process.exitCode = await runOAuth(process.argv.slice(2));
