import { type LeadStatus } from '@paceline/contract';
import { type Day } from '../calendar.ts';
import { type Campaign, type Program, type Source } from '../build/model.ts';
import { type Zip } from '../build/places.ts';

export const DEVICES = ['desktop', 'tablet', 'mobile'] as const;
export type Device = (typeof DEVICES)[number];

/** Whatever came was looked at once it is made up. */
export type Status = Exclude<LeadStatus, 'RCV'>;

/** What a client wanted to give back, and what became of that. */
export interface ReturnCase {
  reason: string;
  askedAt: number;
  /** May be still to come. */
  decidedAt: number;
  approved: boolean;
}

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
  returned: ReturnCase | null;
  clickId: string | null;
}
