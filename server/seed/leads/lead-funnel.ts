import { type Day, midnightOf } from '../calendar.ts';
import { drawLag, LAGS, startAfter } from './lags.ts';
import { type Lead } from './lead.ts';
import { type Random } from '../random.ts';
import { type Rates, ratesOf } from './rates.ts';

export const STAGES = ['CONTACT', 'APPOINTMENT', 'INTERVIEW', 'VISIT', 'APPLICATION', 'ENROLLMENT', 'START'] as const;
export type Stage = (typeof STAGES)[number];
export type Funnel = Partial<Record<Stage, Day>>;

const DAY_MS = 86_400_000;
/** Beyond this distance from a campus enrollments decrease, by half every forty miles. */
const NEAR_MILES = 20;
const FADING_MILES = 60;
const MAX_SURE = 0.95;
/** Middle of the history, where a declining partner has its usual quality. */
const MIDDLE_MONTH = 12;
/** Share of enrolled people without a recorded contact. */
const GAPS = 0.01;

const monthOf = ({ campaign: { owner }, day }: Lead): number => owner.months.findLastIndex(({ first }) => first <= day);

const qualityOf = (lead: Lead): number => {
  const { partner } = lead.campaign;
  const decline = partner === null ? 1 : (1 - partner.decline) ** (monthOf(lead) - MIDDLE_MONTH);
  const { place } = lead.program.campus;
  const far = place === null ? 0 : Math.max(0, lead.zip.miles - NEAR_MILES);
  return (
    (partner?.quality ?? 1) *
    decline *
    (lead.source?.quality ?? 1) *
    lead.program.quality *
    Math.exp(-far / FADING_MILES)
  );
};

const cache = new Map<string, Rates>();
const ratesFor = ({ campaign: { client, kind } }: Lead): Rates => {
  const key = `${client.segment} ${kind}`;
  let rates = cache.get(key);
  if (rates === undefined) cache.set(key, (rates = ratesOf(client.segment, kind)));
  return rates;
};

/** Draws the stages a good inquiry will reach, and when: each only after the one before it. */
export const drawFunnel = (lead: Lead, random: Random): Funnel => {
  const { client, owner } = lead.campaign;
  const { segment } = client;
  const rates = ratesFor(lead);
  const lags = LAGS[segment];
  const funnel: Funnel = {};
  let elapsed = (lead.at - midnightOf(owner.zone, lead.day)) / DAY_MS;
  let before = 100;
  const goes = (rate: number, times = 1): boolean => {
    const on = random.chance(Math.min(MAX_SURE, (rate / before) * times));
    before = rate;
    return on;
  };
  const pass = (stage: Exclude<Stage, 'START'>, lag: readonly [number, number]): void => {
    elapsed += drawLag(lag, random);
    funnel[stage] = lead.day + Math.floor(elapsed);
  };
  if (!goes(rates.contact)) return funnel;
  pass('CONTACT', lags.contact);
  if (!goes(rates.appointment)) return funnel;
  pass('APPOINTMENT', lags.appointment);
  if (rates.interview !== null) {
    if (!goes(rates.interview)) return funnel;
    pass('INTERVIEW', lags.interview);
  }
  if (rates.visit !== null) {
    if (!goes(rates.visit)) return funnel;
    pass('VISIT', lags.visit);
  }
  if (!goes(rates.application, qualityOf(lead))) return funnel;
  pass('APPLICATION', lags.application);
  if (!goes(rates.enrollment)) return funnel;
  pass('ENROLLMENT', lags.enrollment);
  if (random.chance(GAPS)) delete funnel.CONTACT;
  if (goes(rates.start)) funnel.START = startAfter(segment, funnel.ENROLLMENT!);
  return funnel;
};

/** Splits a funnel into past stages and scheduled ones: a start once enrolled, an appointment once contacted. */
export const knownBy = (funnel: Funnel, today: Day): { happened: Funnel; agreed: Funnel } => {
  const happened: Funnel = {};
  const agreed: Funnel = {};
  for (const stage of STAGES) {
    const day = funnel[stage];
    if (day === undefined) continue;
    if (day <= today) happened[stage] = day;
    else if (stage === 'START' && (funnel.ENROLLMENT ?? Infinity) <= today) agreed[stage] = day;
    else if (stage === 'APPOINTMENT' && (funnel.CONTACT ?? Infinity) <= today) agreed[stage] = day;
  }
  return { happened, agreed };
};
