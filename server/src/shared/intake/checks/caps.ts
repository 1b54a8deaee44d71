import { type Check, type CheckInput, type Counter, type Flag, type Reason } from '../check.ts';
import { counterWords, OFF, opensWords, PASSED } from './check-results.ts';

const isFull = ({ used, cap }: Counter): boolean => used >= cap;

const reasonOf = (counter: Counter, zone: string): Reason => {
  const opens = opensWords(counter.resetsAt, zone);
  const counted = counterWords(counter);
  // The partner must not see what a client spends.
  const message =
    counter.reason === 'CAP_GOAL_DOLLAR' ? `${counter.label} reached${opens}.` : `${counter.label} ${counted}${opens}.`;
  return { code: counter.reason, field: null, message, detail: `${counter.label} ${counted}.` };
};

/** A reached target does not block leads, but marks those above it. */
const softFlags = ({ lookups }: CheckInput): Flag[] => {
  const soft = lookups.status.statusReasons.find(({ code }) => code === 'SOFT_CAP');
  return soft === undefined ? [] : [{ code: 'SOFT_CAP', field: null, message: soft.message }];
};

/** The first full cap as a reason; null where there is room. */
export const fullCap = (counters: readonly Counter[], zone: string): Reason | null => {
  const full = counters.find(isFull);
  return full === undefined ? null : reasonOf(full, zone);
};

/** Decides whether a daily cap, or another cap, refuses a posted lead; `app.cap_units` decides which leads use one. */
export const caps: Check = {
  id: 'caps',
  title: 'Caps',
  run: (input) => {
    const { lookups, rules } = input;
    const flags = softFlags(input);
    const full = lookups.counters.find(isFull);
    if (full === undefined) {
      if (flags.length > 0) return { outcome: 'flagged', flags };
      return lookups.counters.length === 0 ? OFF : PASSED;
    }
    const reason = reasonOf(full, rules.owner.zone);
    const { overDelivery } = rules.campaign;
    if (overDelivery === 'ACCEPT_UNPAID') {
      return { outcome: 'flagged', flags: [reason, ...flags], counter: full, unpaid: true };
    }
    return { outcome: 'failed', status: overDelivery === 'HOLD' ? 'HLD' : 'CAP', reasons: [reason], counter: full };
  },
  explain: ({ lookups, rules }) => {
    const beyond = { REJECT: 'refused', HOLD: 'held', ACCEPT_UNPAID: 'accepted unpaid' }[rules.campaign.overDelivery];
    return {
      value: null,
      rule: lookups.counters.length === 0 ? 'No caps' : `Beyond a cap leads are ${beyond}`,
    };
  },
};
