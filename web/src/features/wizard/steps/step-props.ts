import type { DraftBody, WizardStep } from '@paceline/contract';

/** Props of every step. */
export interface StepProps {
  draftKey: number;
  body: DraftBody;
  change: (patch: Partial<DraftBody>) => void;
  /** A field's error, once the field has content or the step was left. */
  errorOf: (field: string, value?: unknown) => string | undefined;
  onOpen: (step: WizardStep) => void;
}

/** A list with one row changed. */
export const withRow = <Row extends { id: string }>(rows: readonly Row[], id: string, patch: Partial<Row>): Row[] =>
  rows.map((row) => (row.id === id ? { ...row, ...patch } : row));
export const withoutRow = <Row extends { id: string }>(rows: readonly Row[], id: string): Row[] =>
  rows.filter((row) => row.id !== id);
