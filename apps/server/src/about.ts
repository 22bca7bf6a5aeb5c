import manifest from "../package.json" with { type: "json" };

export const ABOUT = {
  name: manifest.name,
  version: manifest.version,
  node: process.version,
};
