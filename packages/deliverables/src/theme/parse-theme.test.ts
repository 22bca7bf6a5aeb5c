import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseTheme } from "./parse-theme.ts";
import { DEFAULT_THEME } from "./theme.ts";
import { themeFile } from "./theme-file.ts";

describe("a theme file", () => {
  it("may leave out everything", () => {
    expect(parseTheme({})).toEqual({ theme: DEFAULT_THEME, problems: null });
  });

  it("is read as it was written", () => {
    const { theme } = parseTheme({ ...WHOLE, logo: png() });
    expect(theme).toMatchObject({
      ...WHOLE,
      brand: "#AABBCC",
      logo: { mediaType: "image/png", width: 4, height: 2 },
    });
    expect(theme && parseTheme(themeFile(theme)).theme).toEqual(theme);
  });

  it("has all of its problems named at once", () => {
    const { problems } = parseTheme({
      name: "",
      logo: 7,
      brand: "teal",
      series: ["#123456", "12"],
      headingFont: "Arial'; }",
      bodyFont: "x".repeat(61),
      footer: "x".repeat(201),
      paper: "a3",
      language: "tlh",
      cover: true,
      colour: "#fff",
    });
    expect(problems?.map(({ field }) => field)).toEqual([
      "theme",
      "name",
      "logo",
      "brand",
      "series",
      "headingFont",
      "bodyFont",
      "footer",
      "paper",
      "language",
      "cover",
    ]);
    expect(problems?.[0]?.message).toContain("no `colour`");
  });

  it("is refused with a sentence whatever it is", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const { theme, problems } = parseTheme(value);
        return (theme === null) === (problems?.length ?? 0) > 0;
      }),
    );
  });
});

describe("the logo of a theme", () => {
  it("is a PNG or JPEG, as base64 or data URI", () => {
    expect(logoOf(png())).toMatchObject({ mediaType: "image/png", width: 4, height: 2 });
    expect(logoOf(`data:image/png;base64,${png()}`)).toMatchObject({ width: 4 });
    // By its bytes: what a file calls itself does not matter.
    expect(logoOf(`data:image/png;base64,${jpeg()}`)).toMatchObject({
      mediaType: "image/jpeg",
      width: 300,
      height: 20,
    });
  });

  it("is refused as SVG with the way out", () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const given = [
      svg,
      `data:image/svg+xml,${encodeURIComponent(svg)}`,
      Buffer.from(`\ufeff<?xml version="1.0"?>${svg}`).toString("base64"),
    ];
    for (const logo of given) {
      const { problems } = parseTheme({ logo });
      expect(problems).toMatchObject([{ field: "logo", code: "logo-svg" }]);
      expect(problems?.[0]?.message).toContain("export it as PNG");
    }
  });

  it("is refused when it is no image, damaged, or too large", () => {
    const bytes = Buffer.from(png(), "base64");
    const codeOf = (logo: string) => parseTheme({ logo }).problems?.[0]?.code;
    expect(codeOf("not base64 at all!")).toBe("logo-not-an-image");
    expect(codeOf(Buffer.from("GIF89a……").toString("base64"))).toBe("logo-not-an-image");
    expect(codeOf(bytes.subarray(0, -8).toString("base64"))).toBe("logo-damaged");
    expect(codeOf(bytes.subarray(0, 10).toString("base64"))).toBe("logo-damaged");
    expect(codeOf(png({ width: 4_001 }))).toBe("logo-too-many-pixels");
    expect(codeOf(png({ width: 0 }))).toBe("logo-damaged");
    expect(codeOf(Buffer.alloc(200_001).toString("base64"))).toBe("logo-too-large");
    expect(codeOf("A".repeat(300_001))).toBe("logo-too-large");
  });

  it("keeps nothing that stands behind the image", () => {
    const hidden = Buffer.concat([Buffer.from(png(), "base64"), Buffer.from("PK\u0003\u0004")]);
    expect(logoOf(hidden.toString("base64"))?.data).toBe(png());
  });

  it("never throws, whatever the bytes behind the signature are", () => {
    const starts = fc.constantFrom(
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
      [255, 216, 255],
    );
    fc.assert(
      fc.property(starts, fc.uint8Array({ maxLength: 200 }), (start, rest) => {
        parseTheme({ logo: Buffer.from([...start, ...rest]).toString("base64") });
      }),
    );
  });
});

const WHOLE = {
  name: "Acme",
  brand: "#abc",
  series: ["#112233"],
  headingFont: "Georgia",
  bodyFont: "Source Sans 3",
  footer: "Confidential",
  paper: "letter",
  language: "de",
  cover: "never",
} as const;

function logoOf(logo: string) {
  return parseTheme({ logo }).theme?.logo;
}

function png({ width = 4, height = 2 } = {}): string {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const rows = deflateSync(Buffer.alloc((1 + width * 3) * height));
  const chunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)]);
  };
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]).toString("base64");
}

/** Markers of a table and of a frame with 300 × 20 pixels, without a picture. */
function jpeg(): string {
  const table = [0xff, 0xdb, 0, 4, 1, 2];
  const frame = [0xff, 0xc2, 0, 11, 8, 0, 20, 1, 44, 1, 0, 0x11, 0];
  return Buffer.from([0xff, 0xd8, ...table, ...frame, 0xff, 0xd9]).toString("base64");
}
