import {
  type Labels,
  LEAD_REASONS,
  LEAD_STATUS_CODES,
  LEAD_STATUSES,
  leadReasonText,
  MILESTONES,
  milestoneText,
  readLookup,
  RETURN_REASONS,
  US_STATES,
} from '@paceline/contract';

export const STATUS_OPTIONS = LEAD_STATUS_CODES.map((value) => ({ value, label: LEAD_STATUSES[value].label }));
export const REASON_OPTIONS = [...Object.values(LEAD_REASONS).flat(), ...Object.keys(RETURN_REASONS)].map((value) => ({
  value,
  label: leadReasonText(value),
}));
export const milestoneOptions = (labels: Labels) =>
  MILESTONES.map((value) => ({ value, label: milestoneText(value, labels) }));
export const STATE_OPTIONS = Object.entries(US_STATES).map(([code, label]) => ({
  value: code.slice('US-'.length),
  label,
}));
const KINDS = {
  leadId: 'Lead ID',
  id: 'Lead, transaction or client ID, exact match',
  click: 'Click ID',
  email: 'Email, exact match',
  phone: 'Phone, exact match',
} as const;
/** What the box's text is taken for, in words; null when empty. */
export const lookupText = (typed: string): string | null => {
  const lookup = readLookup(typed);
  return lookup && KINDS[lookup.kind];
};

export const isPerson = (typed: string): boolean => {
  const kind = readLookup(typed)?.kind;
  return kind === 'email' || kind === 'phone';
};
