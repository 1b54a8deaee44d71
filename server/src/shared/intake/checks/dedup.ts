import { DEDUP_COMPARISONS, DEDUP_MATCHES, DEDUP_SCOPES } from '@paceline/contract';
import { type CampaignRules } from '../campaign-rules.ts';
import { type Check, type EarlierLead } from '../check.ts';
import { failed, OFF, PASSED } from './check-results.ts';

const FIELDS: Record<EarlierLead['reason'], string | null> = {
  DUP_EMAIL: 'email',
  DUP_PHONE: 'phone',
  DUP_NAME_ADDR: null,
  DUP_SUPPRESSION: null,
};

const daysOf = ({ criteria, owner }: CampaignRules): number => criteria.dedup.periodInDays ?? owner.dedupDays;

/** The partner learns that a lead is a duplicate, but neither whose nor when the earlier lead came. */
export const dedup: Check = {
  id: 'dedup',
  title: 'Duplicates',
  skippedBy: ['dedup'],
  run: ({ lookups, rules }) => {
    const { earlier } = lookups;
    if (earlier === null) return daysOf(rules) === 0 ? OFF : PASSED;
    const { reason: code, leadKey } = earlier;
    const detail = code === 'DUP_SUPPRESSION' ? 'On a suppression list.' : `Earlier lead ${leadKey}.`;
    return failed('DUP', { code, field: FIELDS[code], message: 'Duplicate lead.', detail });
  },
  explain: ({ rules }) => {
    const { match, scope, compareWith } = rules.criteria.dedup;
    const days = daysOf(rules);
    const requirement = `${DEDUP_MATCHES[match]}, ${DEDUP_SCOPES[scope].toLowerCase()}, ${DEDUP_COMPARISONS[compareWith].toLowerCase()}`;
    return { value: null, rule: days === 0 ? 'Off: only suppression lists' : `${requirement}, last ${days} days` };
  },
};
