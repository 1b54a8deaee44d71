import type { PrivacyRequestKind } from '@paceline/contract';
import { formatCount } from '../../lib/text/format.ts';

const leadsText = (leads: number): string => (leads === 1 ? '1 lead' : `${formatCount(leads)} leads`);

export const foundText = (leads: number): string =>
  leads === 0 ? 'No lead of this person found for this owner.' : `${leadsText(leads)} of this person.`;

/** Whether this is the ID of one of the person's leads, as typed or pasted. */
export const isLeadOf = (leads: readonly { leadId: string }[], typed: string): boolean =>
  leads.some(({ leadId }) => leadId.toLowerCase() === typed.trim().toLowerCase());

/** Message when the request is done. */
export const doneText = (kind: PrivacyRequestKind, leads: number | null): string => {
  if (kind === 'ERASE') return `Person erased from ${leadsText(leads ?? 0)}.`;
  if (kind === 'DO_NOT_CONTACT') return 'Contact stopped: no lead of this person is accepted or delivered.';
  return 'Data file saved.';
};

export const ACTIONS = {
  ERASE: {
    button: 'Erase person',
    title: 'Erase this person?',
    text: (leads: number) =>
      `Name, contact, address and notes go from ${leadsText(leads)}. Counts and bills stay, and so does the proof of consent. This cannot be undone.`,
    action: 'Erase',
  },
  DO_NOT_CONTACT: {
    button: 'Do not contact',
    title: 'Stop all contact?',
    text: () =>
      'New leads of this person are refused for every client of this owner, and leads on their way are not delivered.',
    action: 'Stop contact',
  },
} as const;
