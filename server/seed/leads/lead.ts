import { type LeadStatus } from '@paceline/contract';
import { type Day } from '../calendar.ts';
import { type Campaign, type Program, type Source } from '../build/model.ts';
import { type Zip } from '../build/places.ts';

export const DEVICES = ['desktop', 'tablet', 'mobile'] as const;
export type Device = (typeof DEVICES)[number];

/** Generated leads have been checked already. */
export type Status = Exclude<LeadStatus, 'RCV'>;

/** A client's return request, and its result. */
export interface ReturnCase {
  reason: string;
  askedAt: number;
  /** May be in the future. */
  decidedAt: number;
  approved: boolean;
}

/** An inquiry during generation. */
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
