import { type Day } from './calendar.ts';
import { type Campaign, type Program, type Source } from './model.ts';
import { type Zip } from './places.ts';

export const DEVICES = ['desktop', 'tablet', 'mobile'] as const;
export type Device = (typeof DEVICES)[number];

export type Status =
  'VAL' | 'DLV' | 'STK' | 'RTR' | 'HLD' | 'INV' | 'DUP' | 'SCR' | 'CAP' | 'CLS' | 'REJ' | 'RTN' | 'TST';

/** An inquiry while it is being made up. */
export interface Lead {
  campaign: Campaign;
  day: Day;
  /** In milliseconds. */
  at: number;
  status: Status;
  reasons: readonly string[];
  unpaid: boolean;
  device: Device;
  source: Source | null;
  program: Program;
  zip: Zip;
  deliveredAt: number | null;
  /** When the client asked to take it back. */
  returnedAt: number | null;
  clickId: string | null;
}
