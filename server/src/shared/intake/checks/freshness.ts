import { type Check } from '../check.ts';
import { failed, momentWords, PASSED } from './check-results.ts';

const MAX_HOURS = 72;
const HOUR_MS = 3_600_000;

/** A lead that was kept back for days is not worth calling. */
export const freshness: Check = {
  id: 'freshness',
  title: 'Age of the lead',
  run: ({ lead, now, receivedAt = now }) =>
    receivedAt.getTime() - lead.leadCreatedDate.getTime() <= MAX_HOURS * HOUR_MS
      ? PASSED
      : failed('INV', { code: 'TOO_OLD', field: 'leadCreatedDate', message: 'Lead is too old to be accepted.' }),
  explain: ({ lead, rules }) => ({
    value: `Created ${momentWords(lead.leadCreatedDate, rules.owner.zone)}`,
    rule: `At most ${MAX_HOURS} hours old`,
  }),
};
