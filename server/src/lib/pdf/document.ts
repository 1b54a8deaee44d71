/** A document as passed to the PDF thread. */
export interface PdfDocument {
  title: string;
  subtitle: string;
  parts: readonly PdfPart[];
  /** Printed left of "Page 1 of 2" on every page. */
  footer: string;
  /** Whose document it is, above its title. */
  brand?: PdfBrand;
}

export interface PdfBrand {
  name: string;
  colour: string | null;
  /** A PNG. */
  logo: { content: Uint8Array; width: number; height: number } | null;
}

export type PdfPart =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'facts'; facts: readonly (readonly [label: string, value: string])[] }
  | {
      kind: 'table';
      head: readonly string[];
      widths: readonly (number | '*')[];
      rows: readonly (readonly string[])[];
      /** Indexes of right-aligned columns. */
      right?: readonly number[];
      /** The last row, in bold. */
      foot?: readonly string[];
    }
  /** A picture at the width of the page, with its size in pixels. */
  | { kind: 'image'; png: Uint8Array; width: number; height: number }
  /** Machine-written text, shown unchanged. */
  | { kind: 'raw'; text: string };
