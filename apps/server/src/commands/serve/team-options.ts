import { flag, option, type Values } from "../../options.ts";

export const TEAM_OPTIONS = {
  team: flag(
    "Serve a team from this one machine; asks for the URL and the first owner once, and later starts ask nothing",
  ),
  "public-url": option(
    "url",
    "With --team: the https:// URL at which people and clients reach it, or http://127.0.0.1:PORT for this machine alone",
  ),
  "owner-email": option("address", "With --team: e-mail address of the first owner"),
  "owner-name": option("text", "With --team: name of the first owner"),
  organization: option("name", "With --team: name of the organization"),
  "password-stdin": flag(
    "With --team: read the owner's password from stdin; otherwise it is asked for, or generated and shown once",
  ),
};

export type TeamOptions = Values<typeof TEAM_OPTIONS>;

export const TEAM_OPTION_NAMES = Object.keys(TEAM_OPTIONS) as (keyof TeamOptions)[];
