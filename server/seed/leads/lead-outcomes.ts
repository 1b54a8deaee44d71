import { type Campaign, type Plan } from '../build/model.ts';
import { type Random, weighted } from '../random.ts';
import { OUTCOMES, type Outcomes } from './rates.ts';

const REASONS: Readonly<Record<keyof Outcomes, readonly (readonly [string, number])[]>> = {
  INV: [
    ['FMT_PHONE', 34],
    ['FMT_EMAIL', 22],
    ['REQ_MISSING', 15],
    ['ZIP_STATE_MISMATCH', 11],
    ['PROGRAM_CLOSED', 8],
    ['AGE_UNDER_MIN', 6],
    ['VAL_NOT_ALLOWED', 4],
  ],
  DUP: [
    ['DUP_EMAIL', 46],
    ['DUP_PHONE', 34],
    ['DUP_CLIENT_CRM', 12],
    ['DUP_DOUBLE_POST', 8],
  ],
  SCR: [
    ['AUDIENCE_NOT_MATCHED', 24],
    ['GEO_NOT_ALLOWED', 20],
    ['PHONE_DISCONNECTED', 19],
    ['EDU_LEVEL', 12],
    ['NAME_FRAUD', 9],
    ['CONSENT_MISSING', 8],
    ['EMAIL_UNDELIVERABLE', 8],
  ],
  CAP: [
    ['CAP_MONTHLY', 70],
    ['CAP_DAILY', 30],
  ],
  CLS: [
    ['DAY_PART', 45],
    ['SOURCE_BLOCKED', 30],
    ['PAUSED', 25],
  ],
  REJ: [
    ['CLIENT_DUPLICATE', 55],
    ['CLIENT_NOT_QUALIFIED', 25],
    ['CLIENT_INVALID', 20],
  ],
  TST: [['TEST', 1]],
};

const draws = Object.fromEntries(
  Object.entries(REASONS).map(([status, reasons]) => [status, weighted(reasons, ([, weight]) => weight)]),
) as Record<keyof Outcomes, (random: Random) => readonly [string, number]>;

export const drawReason = (status: keyof Outcomes, random: Random): string => draws[status](random)[0];

/** Campaigns that filled their month refuse leads for caps this many times as often; others do not. */
const FULL = 0.97;
const CAP_TIMES = 1.6;

/** The number of refused posts in a month by status, in addition to the good ones. */
export const drawBad = (
  { kind, partner, owner }: Campaign,
  plan: Plan,
  good: number,
  random: Random,
): Partial<Record<keyof Outcomes, number>> => {
  const usual = OUTCOMES[kind];
  const worse =
    (partner?.bad ?? 1) * (1 + (partner?.decline ?? 0) * Math.max(0, plan.month.index - owner.months.length / 2) * 1.2);
  const returned = (partner?.returns ?? 0) / 100;
  const full = plan.expected * (1 - returned) >= FULL * (plan.changedTo ?? plan.allocation);
  const percents: Outcomes = {
    ...usual,
    INV: usual.INV * worse,
    DUP: usual.DUP * worse,
    SCR: usual.SCR * worse,
    CAP: full ? usual.CAP * CAP_TIMES : 0,
  };
  const entries = Object.entries(percents) as [keyof Outcomes, number][];
  const bad = entries.reduce((sum, [, percent]) => sum + percent, 0);
  const counts: Partial<Record<keyof Outcomes, number>> = {};
  for (const [status, percent] of entries) {
    counts[status] = random.poisson((good * percent) / (100 - bad));
  }
  return counts;
};
