import { type Channel } from '../build/sizes.ts';
import { type Segment } from '../build/structure.ts';

/** Kind of campaign, which determines prices and rates. */
export type Kind = 'ppl' | 'call' | 'search' | 'brand' | 'social' | 'display';

export const kindOf = (channel: Channel, { brandSearch = false, callCenter = false } = {}): Kind => {
  if (channel === 'ppl') return callCenter ? 'call' : 'ppl';
  if (channel === 'ppc') return brandSearch ? 'brand' : 'search';
  return channel === 'social' ? 'social' : 'display';
};

export interface Rates {
  /** Percentage of valid inquiries that finally reach the stage; null where it is not used. */
  contact: number;
  appointment: number;
  interview: number | null;
  visit: number | null;
  application: number;
  enrollment: number;
  start: number;
  /** The client's cost per inquiry, and its allowed range. */
  cpl: number;
  range: readonly [number, number];
}

/** Contact, appointment, interview, visit, application, enrollment, start; cost per inquiry, least, most. */
type Line = readonly [number, number, number | null, number | null, number, number, number, number, number, number];

const ratesFrom = ([
  contact,
  appointment,
  interview,
  visit,
  application,
  enrollment,
  start,
  cpl,
  least,
  most,
]: Line) => ({
  contact,
  appointment,
  interview,
  visit,
  application,
  enrollment,
  start,
  cpl,
  range: [least, most] as const,
});

/** Call centers contact everybody before handing over: domain handbook, 4.3, last line. */
const called = (line: Line, cpl: number, least: number, most: number): Line => {
  const [contact, appointment, interview, visit, application, enrollment, start] = line;
  const times = (share: number | null) => (share === null ? null : share * 1.15);
  return [
    contact * 1.3,
    appointment * 1.3,
    times(interview),
    times(visit),
    application * 1.15,
    enrollment * 1.1,
    start * 1.1,
    cpl,
    least,
    most,
  ];
};

const CAREER_PPL: Line = [48, 22, 13, 12, 8.5, 5.2, 3.9, 48, 30, 75];
const ONLINE_PPL: Line = [44, 15, null, null, 7, 3.6, 2.7, 42, 28, 65];
const GRADUATE_PPL: Line = [42, 14, null, null, 5.5, 2.4, 2, 78, 55, 120];
const HOME_PPL: Line = [56, 30, 24, 19, 11, 6.5, 5.6, 54, 34, 85];

const TABLE: Readonly<Record<Segment, Readonly<Record<Kind, Line>>>> = {
  career: {
    ppl: CAREER_PPL,
    call: called(CAREER_PPL, 68, 50, 95),
    search: [60, 33, 22, 20, 14, 9.5, 7.4, 92, 65, 140],
    brand: [70, 44, 32, 30, 22, 15, 12, 38, 20, 55],
    social: [40, 16, 9, 8, 5.5, 3.2, 2.3, 46, 28, 70],
    display: [45, 20, 12, 11, 7.5, 4.6, 3.5, 135, 90, 190],
  },
  online: {
    ppl: ONLINE_PPL,
    call: called(ONLINE_PPL, 68, 50, 95),
    search: [57, 24, null, null, 12.5, 7.2, 5.6, 98, 70, 150],
    brand: [66, 34, null, null, 19, 11.5, 9.2, 39, 20, 58],
    social: [37, 11, null, null, 4.5, 2.2, 1.6, 44, 26, 75],
    display: [42, 14, null, null, 6.2, 3.2, 2.4, 140, 95, 200],
  },
  graduate: {
    ppl: GRADUATE_PPL,
    call: called(GRADUATE_PPL, 86, 60, 125),
    search: [55, 22, null, null, 11, 5.5, 4.7, 140, 95, 220],
    brand: [64, 31, null, null, 17, 9, 7.8, 48, 26, 72],
    social: [40, 13, null, null, 5.2, 2.4, 2, 72, 45, 110],
    display: [40, 12, null, null, 5, 2.8, 2.3, 175, 120, 240],
  },
  // There is no source for remodeling: rates like a trade school's, with an estimate as the interview and quicker closes.
  home: {
    ppl: HOME_PPL,
    call: called(HOME_PPL, 72, 50, 98),
    search: [64, 40, 34, 27, 17, 11, 9.6, 88, 60, 135],
    brand: [72, 52, 45, 37, 26, 18, 16, 40, 20, 60],
    social: [42, 18, 14, 10, 6, 3.4, 2.9, 48, 28, 75],
    display: [44, 20, 15, 11, 7, 4.2, 3.6, 130, 90, 190],
  },
};

export const ratesOf = (segment: Segment, kind: Kind): Rates => ratesFrom(TABLE[segment][kind]);

/** Initial results per hundred posts: domain handbook, 4.2. The rest is valid. */
export interface Outcomes {
  INV: number;
  DUP: number;
  SCR: number;
  CAP: number;
  CLS: number;
  REJ: number;
  TST: number;
}

const outcomes = (
  INV: number,
  DUP: number,
  SCR: number,
  CAP: number,
  CLS: number,
  REJ: number,
  TST: number,
): Outcomes => ({
  INV,
  DUP,
  SCR,
  CAP,
  CLS,
  REJ,
  TST,
});

export const OUTCOMES: Readonly<Record<Kind, Outcomes>> = {
  ppl: outcomes(4, 8.5, 3, 1.5, 0.5, 1, 0.3),
  call: outcomes(2, 6, 4, 1, 1.5, 1, 0.3),
  search: outcomes(2, 3, 1, 0, 0, 0.7, 0.3),
  brand: outcomes(2, 3, 1, 0, 0, 0.7, 0.3),
  social: outcomes(3.5, 4, 2.5, 0, 0, 0.8, 0.2),
  display: outcomes(2.5, 3.5, 1.5, 0, 0, 0.4, 0.1),
};

/** Clicks per impression and inquiries per click. */
export const CLICK_ECONOMY: Readonly<Record<'search' | 'brand' | 'social' | 'display', { ctr: number; cvr: number }>> =
  {
    search: { ctr: 0.06, cvr: 0.062 },
    brand: { ctr: 0.14, cvr: 0.055 },
    social: { ctr: 0.012, cvr: 0.03 },
    display: { ctr: 0.0011, cvr: 0.044 },
  };
