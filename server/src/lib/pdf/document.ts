/** A document as it is described to the thread that sets it. */
export interface PdfDocument {
  title: string;
  subtitle: string;
  parts: readonly PdfPart[];
  /** Left of "Page 1 of 2" on every page. */
  footer: string;
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
      /** Columns of figures, by their place. */
      right?: readonly number[];
      /** The last row, in bold. */
      foot?: readonly string[];
    }
  /** What machines wrote, as they wrote it. */
  | { kind: 'raw'; text: string };
