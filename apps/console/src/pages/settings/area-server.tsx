import { ConfigurationSection, VersionSection } from "./server-section.tsx";

export function ServerArea() {
  return (
    <>
      <VersionSection />
      <ConfigurationSection />
    </>
  );
}
