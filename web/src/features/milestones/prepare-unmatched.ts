import {
  type CallResponse,
  type Labels,
  LEAD_STATUSES,
  milestoneText,
  UNMATCHED_WHY,
  type unmatchedLeads,
  type unmatchedMatch,
  type UnmatchedRow,
} from '@paceline/contract';
import { formatCount, formatDay, formatInstant } from '../../lib/text/format.ts';

/** For all groups: fields a group may not see are absent. */
export type ShownRow = Omit<UnmatchedRow, 'transactionId'> & Partial<Pick<UnmatchedRow, 'transactionId'>>;

export const rowsText = (count: number): string => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`;

/** "Enrollment of Mar 5, 2026". */
export const rowTitle = ({ milestone, happenedOn }: ShownRow, labels: Labels): string =>
  `${milestoneText(milestone, labels)} of ${formatDay(happenedOn)}`;

/** The row's identifiers of its lead, in a line. */
export const namedText = ({ leadId, clientReference, transactionId, email, phone }: ShownRow): string =>
  [
    leadId && `Lead ${leadId}`,
    clientReference && `client reference ${clientReference}`,
    transactionId && `transaction ${transactionId}`,
    email,
    phone,
  ]
    .filter(Boolean)
    .join(', ') || 'data no longer stored';

export const whyText = (row: ShownRow): string => UNMATCHED_WHY[row.why];

export const matchedText = ({ matched, open }: CallResponse<typeof unmatchedMatch>): string =>
  matched === 0 ? 'No lead was found for them yet.' : `${rowsText(matched)} matched, ${formatCount(open)} still open.`;

type Candidate = CallResponse<typeof unmatchedLeads>[number];
export const leadText = (
  { status, createdAt, campaignName, programName, personName }: Candidate,
  timeZone: string,
): string =>
  [LEAD_STATUSES[status].label, formatInstant(createdAt, timeZone), personName, campaignName, programName]
    .filter(Boolean)
    .join(' · ');
