import { LEAD_STATUSES, type LeadStatus } from '@paceline/contract';
import type { StatusTone } from '../ui/marks/status-mark.tsx';

const TONES = { Pending: 'warn', Good: 'good', Bad: 'bad', Test: 'off' } as const;
export const leadTone = (status: LeadStatus): StatusTone =>
  status === 'STK' || status === 'RTR' ? 'warn' : TONES[LEAD_STATUSES[status].group];
