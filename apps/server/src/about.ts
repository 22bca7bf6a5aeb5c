import manifest from "../package.json" with { type: "json" };

/** Which Trovella this is, as `trovella version` and `/version` tell it. */
export const ABOUT = {
  name: manifest.name,
  version: manifest.version,
  node: process.version,
};
