import manifest from "../package.json" with { type: "json" };

/** Name and version, shown by `trovella version` and `/version`. */
export const ABOUT = {
  name: manifest.name,
  version: manifest.version,
  node: process.version,
};
