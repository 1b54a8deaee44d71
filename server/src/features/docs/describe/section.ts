import { type InstructionSection } from '@paceline/contract';

type Row = InstructionSection['rows'][number];

export const rowOf = (key: string, ...cells: string[]): Row => ({ key, cells });

export const section = (
  id: string,
  title: string,
  { note = '', columns, rows }: { note?: string; columns: readonly string[]; rows: readonly Row[] },
): InstructionSection => ({ id, title, note, columns: [...columns], rows: [...rows] });

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
export const dollars = (amount: number): string => DOLLARS.format(amount);
const COUNT = new Intl.NumberFormat('en-US');
export const counted = (count: number): string => COUNT.format(count);
