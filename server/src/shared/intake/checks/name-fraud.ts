import { type Check, type Reason } from '../check.ts';
import { judgeName } from './name-words.rules.ts';
import { failed, PASSED } from './check-results.ts';

export const nameFraud: Check = {
  id: 'nameFraud',
  title: 'Name',
  skippedBy: ['nameFraud', 'scrub'],
  run: ({ lead }) => {
    // The name of a test lead is expected to look invented.
    if (lead.isTest) return PASSED;
    const verdict = judgeName(lead.firstName, lead.lastName);
    if (verdict.outcome === 'plain') return PASSED;
    const reason: Reason = { code: verdict.kind, field: 'lastName', message: 'Name is not accepted.' };
    return verdict.outcome === 'false' ? failed('SCR', reason) : { outcome: 'flagged', flags: [reason] };
  },
  explain: ({ lead }) => ({
    value: `${lead.firstName} ${lead.lastName}`,
    rule: 'No invented, rude or keyboard names; one odd word is marked, not refused',
  }),
};
