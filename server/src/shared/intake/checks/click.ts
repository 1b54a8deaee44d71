import { type Check, type Flag } from '../check.ts';
import { OFF, PASSED } from './check-results.ts';

const UNKNOWN: Flag = { code: 'CLICK_UNKNOWN', field: 'clickId', message: 'Click id is not known.' };

/** An unknown click does not refuse a lead, but marks it. */
export const click: Check = {
  id: 'click',
  title: 'Click',
  run: ({ lookups }) => {
    if (lookups.isClickKnown === undefined) return OFF;
    return lookups.isClickKnown ? PASSED : { outcome: 'flagged', flags: [UNKNOWN] };
  },
  explain: ({ lead }) => ({
    value: lead.clickId,
    rule: 'A click of this partner in the last 90 days; else it is ignored',
  }),
};
