import { readFileSync } from "node:fs";
import path from "node:path";

/** What the package consists of, and what it has npm install or fetch. */
export interface Components {
  readonly server: { readonly name: string; readonly version: string };
  /** Folders of the npm packages whose code or fonts are in it. */
  readonly bundled: readonly string[];
  readonly installed: Readonly<Record<string, string>>;
  /** When they are first needed. */
  readonly fetched: readonly { readonly name: string; readonly version: string }[];
}

/**
 * The bill of materials, as CycloneDX 1.5 has it. npm can make one of a lockfile, but not of a bundle: it leaves out what is also a
 * development dependency. The same sources give the same bytes.
 */
export function billOfMaterials({ server, bundled, installed, fetched }: Components): object {
  const libraries = [
    ...bundled.map(readComponent).map((one) => ({ ...one, scope: "required" })),
    ...Object.entries(installed).map(([name, version]) => ({
      ...component({ name, version }),
      scope: "required",
    })),
    ...fetched.map((one) => ({ ...component(one), scope: "optional" })),
  ];
  const byReference = new Map(libraries.map((one) => [one["bom-ref"], one]));
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { component: { ...component(server), type: "application" } },
    components: [...byReference.keys()].sort().map((reference) => byReference.get(reference)),
  };
}

function readComponent(folder: string) {
  const text = readFileSync(path.join(folder, "package.json"), "utf8");
  const { name, version, license } = JSON.parse(text);
  const isNamed = typeof license === "string";
  return {
    ...component({ name, version }),
    ...(isNamed && { licenses: [{ expression: license }] }),
  };
}

function component({ name, version }: { name: string; version: string }) {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  return { type: "library", "bom-ref": purl, name, version, purl };
}
