import type { ResearchDocument } from "../../document.ts";
import type { ChartShape, Slide } from "../slide.ts";
import { type DeckStyle, deckStyle } from "./deck-style.ts";
import { logoXml } from "./logo-xml.ts";
import { LAYOUTS, layoutXml, masterXml } from "./master-xml.ts";
import { notesMasterXml, notesXml } from "./notes-xml.ts";
import { openPackage, type PackageFiles } from "./package-files.ts";
import {
  appXml,
  coreXml,
  PRESENTATION_PROPERTIES,
  presentationXml,
  TABLE_STYLES,
} from "./property-parts.ts";
import { openRelationships } from "./relationships.ts";
import { slideXml } from "./slide-xml.ts";
import { themeXml } from "./theme-xml.ts";

export interface ChartParts {
  readonly chartXml: string;
  readonly workbook: Uint8Array;
}

interface DeckGiven {
  readonly document: ResearchDocument;
  readonly slides: readonly Slide[];
  /** At the foot of every slide. */
  readonly footer: string;
  chartParts(shape: ChartShape): ChartParts;
}

/** The files of a presentation. */
export function presentationFiles(given: DeckGiven): Record<string, Uint8Array> {
  const { document } = given;
  const style = deckStyle(document);
  const files = openPackage();
  const presentation = openRelationships();
  const masterId = presentation.part("slideMaster", "slideMasters/slideMaster1.xml");
  const notesMasterId = presentation.part("notesMaster", "notesMasters/notesMaster1.xml");
  const slideIds = given.slides.map((_, index) =>
    presentation.part("slide", `slides/slide${index + 1}.xml`),
  );
  presentation.part("theme", "theme/theme1.xml");
  presentation.part("presProps", "presProps.xml");
  presentation.part("tableStyles", "tableStyles.xml");
  files.add(
    "ppt/presentation.xml",
    "presentation",
    presentationXml({ masterId, notesMasterId, slideIds }, style),
    presentation,
  );
  files.add("ppt/presProps.xml", "properties", PRESENTATION_PROPERTIES);
  files.add("ppt/tableStyles.xml", "tableStyles", TABLE_STYLES);
  addMasters(files, document, style);
  addSlides(files, given, style);
  files.add("docProps/core.xml", "core", coreXml(document));
  files.add("docProps/app.xml", "app", appXml(document));
  return files.files(rootRelationships());
}

function rootRelationships() {
  const root = openRelationships();
  root.part("officeDocument", "ppt/presentation.xml");
  root.part("core-properties", "docProps/core.xml");
  root.part("extended-properties", "docProps/app.xml");
  return root;
}

function addMasters(files: PackageFiles, document: ResearchDocument, style: DeckStyle): void {
  const { theme } = document;
  const master = openRelationships();
  const layoutIds = LAYOUTS.map((_, index) =>
    master.part("slideLayout", `../slideLayouts/slideLayout${index + 1}.xml`),
  );
  master.part("theme", "../theme/theme1.xml");
  files.add("ppt/slideMasters/slideMaster1.xml", "master", masterXml(layoutIds, style), master);
  files.add("ppt/theme/theme1.xml", "theme", themeXml(theme.name, style));
  for (const [index, layout] of LAYOUTS.entries()) {
    const relationships = openRelationships();
    relationships.part("slideMaster", "../slideMasters/slideMaster1.xml");
    const logo = layout === "cover" ? addLogo(files, document, style, relationships) : "";
    files.add(
      `ppt/slideLayouts/slideLayout${index + 1}.xml`,
      "layout",
      layoutXml(layout, style, logo),
      relationships,
    );
  }
  const notesMaster = openRelationships();
  notesMaster.part("theme", "../theme/theme2.xml");
  files.add("ppt/notesMasters/notesMaster1.xml", "notesMaster", notesMasterXml(style), notesMaster);
  files.add("ppt/theme/theme2.xml", "theme", themeXml(theme.name, style));
}

function addLogo(
  files: PackageFiles,
  { theme, organization }: ResearchDocument,
  style: DeckStyle,
  relationships: ReturnType<typeof openRelationships>,
): string {
  const { logo } = theme;
  if (!logo) return "";
  const file = `logo.${logo.mediaType === "image/png" ? "png" : "jpeg"}`;
  files.addBytes(`ppt/media/${file}`, new Uint8Array(Buffer.from(logo.data, "base64")));
  const relationshipId = relationships.part("image", `../media/${file}`);
  return logoXml(logo, { name: organization || theme.name, relationshipId }, style);
}

function addSlides(
  files: PackageFiles,
  { slides, footer, chartParts }: DeckGiven,
  style: DeckStyle,
): void {
  let charts = 0;
  for (const [index, slide] of slides.entries()) {
    const number = index + 1;
    const relationships = openRelationships();
    relationships.part(
      "slideLayout",
      `../slideLayouts/slideLayout${LAYOUTS.indexOf(slide.layout) + 1}.xml`,
    );
    relationships.part("notesSlide", `../notesSlides/notesSlide${number}.xml`);
    const chartId = (shape: ChartShape) => {
      charts += 1;
      addChart(files, charts, chartParts(shape), style);
      return relationships.part("chart", `../charts/chart${charts}.xml`);
    };
    const xml = slideXml(slide, { number, footer, style, relationships, chartId });
    files.add(`ppt/slides/slide${number}.xml`, "slide", xml, relationships);
    const notes = openRelationships();
    notes.part("notesMaster", "../notesMasters/notesMaster1.xml");
    notes.part("slide", `../slides/slide${number}.xml`);
    files.add(
      `ppt/notesSlides/notesSlide${number}.xml`,
      "notes",
      notesXml(slide.notes, number, style),
      notes,
    );
  }
}

/** A chart refers to its workbook as its first relationship. */
function addChart(
  files: PackageFiles,
  number: number,
  { chartXml, workbook }: ChartParts,
  style: DeckStyle,
): void {
  const relationships = openRelationships();
  relationships.part("package", `../embeddings/chart${number}.xlsx`);
  const themed = chartXml.replace(/<a:srgbClr val="([0-9A-F]{6})"\/>/g, (_, hex: string) =>
    style.colour(hex),
  );
  files.add(`ppt/charts/chart${number}.xml`, "chart", themed, relationships);
  files.addBytes(`ppt/embeddings/chart${number}.xlsx`, workbook);
}
