import { type LeadStatus } from '@paceline/contract';
import { type Delivery, type Return, type Step } from './evidence.queries.ts';

/** All evidence of a lead's origin and history, without prices. */
export interface Evidence {
  leadId: string;
  askedBy: string;
  askedAt: Date;
  timeZone: string;
  ownerName: string;
  clientName: string;
  campaignName: string;
  partnerName: string | null;
  campusName: string | null;
  programName: string | null;
  clientReference: string | null;
  status: LeadStatus;
  statusReasons: readonly string[];
  receivedAt: Date;
  deliveredAt: Date | null;
  device: string;
  /** Null where it was erased. */
  person: { isWhole: boolean; name: string; email: string; phone: string; address: string } | null;
  consent: {
    text: string;
    /** The name of the approved text that it matches. */
    version: string | null;
    givenAt: Date;
    page: string;
    certificates: readonly { issuer: 'TrustedForm' | 'Jornaya'; id: string }[];
    calls: boolean | null;
    textMessages: boolean | null;
    ip: string | null;
    userAgent: string | null;
  } | null;
  history: readonly Step[];
  deliveries: readonly Delivery[];
  returns: readonly Return[];
}
