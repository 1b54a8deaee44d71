import { type ClientCriteria, EDUCATION_LEVELS } from '@paceline/contract';
import { criteriaOf } from '../build/criteria.ts';
import { ageRange, asksEducation } from '../build/campaign-targeting.ts';
import { type Client } from '../build/model.ts';
import { isoOf } from '../calendar.ts';
import { type Lead } from './lead.ts';
import { type Random, weighted } from '../random.ts';
import { type Segment } from '../build/structure.ts';

/** Attributes of a person, without the identity. */

const AGES: Readonly<Record<Segment, readonly [middle: number, sigma: number]>> = {
  career: [25, 0.28],
  online: [31, 0.28],
  graduate: [33, 0.24],
  home: [46, 0.22],
};

const ladder = (...steps: readonly (readonly [string, number])[]) => weighted(steps, ([, weight]) => weight);
const SCHOOLING = {
  career: ladder(['NOHS', 3], ['GED', 14], ['HSD', 52], ['SC1', 17], ['SC2', 8], ['ASSOC', 4], ['BACH', 2]),
  online: ladder(['GED', 8], ['HSD', 36], ['SC1', 17], ['SC2', 13], ['SC3', 9], ['SC4', 6], ['ASSOC', 9], ['BACH', 2]),
  graduate: ladder(['BACH', 82], ['MAST', 15], ['DOCT', 1], ['SC4', 2]),
  home: ladder(['HSD', 100]),
};
const MILITARY = ladder(['NONE', 91], ['VETERAN', 4], ['ACTIVE', 2], ['RESERVE_GUARD', 1], ['SPOUSE_DEP', 2]);
const BRANCHES = ['Army', 'Navy', 'Air Force', 'Marine Corps', 'Coast Guard', 'Space Force'];
const TIMEFRAMES = ladder(['IMM', 34], ['M1_3', 36], ['M4_6', 15], ['M7_12', 7], ['Y1PLUS', 3], ['UNSURE', 5]);

interface Attributes {
  age: number | null;
  education: string | null;
  gradYear: number | null;
  military: string | null;
  branch: string | null;
  timeframe: string | null;
}

const LADDER = EDUCATION_LEVELS.map(({ code }) => code);
const rules = new Map<string, ClientCriteria>();
const rulesFor = (client: Client): ClientCriteria => {
  let rule = rules.get(client.code);
  if (rule === undefined) rules.set(client.code, (rule = criteriaOf(client)));
  return rule;
};

/** Fits the attributes to the campaign's audience: leads refused for it are outside, all others inside. */
const forAudience = ({ campaign, reasons }: Lead, drawn: Attributes): Attributes => {
  const isOutside = reasons.includes('AUDIENCE_NOT_MATCHED');
  if (asksEducation(campaign)) {
    if (isOutside) return { ...drawn, education: 'SC4' };
    return drawn.education === 'SC4' ? { ...drawn, education: 'BACH' } : drawn;
  }
  const ages = ageRange(campaign);
  if (ages === null) return drawn;
  const [from, to] = ages;
  if (isOutside) return { ...drawn, age: to + 1 + ((drawn.age ?? from) % 12) };
  if (drawn.age === null) return drawn;
  // Mirrored into the range, so that no age is more common than others.
  const age = drawn.age > to ? to - ((drawn.age - to) % 20) : drawn.age;
  return { ...drawn, age: reasons.includes('AGE_UNDER_MIN') ? age : Math.max(from, age) };
};

/** Fits age and education to the client's minimum: leads refused for them are below it, all others are not. */
const inKeeping = (lead: Lead, any: Attributes): Attributes => {
  const { campaign, reasons } = lead;
  const drawn = forAudience(lead, any);
  const { eligibility, fields } = rulesFor(campaign.client);
  const { minAge, educationFloor } = eligibility;
  const isTooYoung = reasons.includes('AGE_UNDER_MIN');
  const age = isTooYoung ? minAge - 1 : drawn.age === null ? null : Math.max(minAge, drawn.age);
  if (reasons.includes('REQ_MISSING') && fields.some(({ parameter }) => parameter === 'highestEducationLevel'))
    return { ...drawn, age, education: null };
  if (educationFloor === null || drawn.education === null) return { ...drawn, age };
  const floor = LADDER.indexOf(educationFloor);
  const level = LADDER.indexOf(drawn.education);
  const fitting = reasons.includes('EDU_LEVEL') ? Math.min(level, floor - 1) : Math.max(level, floor);
  return { ...drawn, age, education: LADDER[fitting]! };
};

const drawAny = ({ campaign, day }: Lead, random: Random): Attributes => {
  const { segment } = campaign.client;
  const [middle, sigma] = AGES[segment];
  const age = Math.min(71, Math.max(17, Math.round(random.logNormal(middle, sigma))));
  const timeframe = TIMEFRAMES(random)[0];
  if (segment === 'home') return { age, timeframe, education: null, gradYear: null, military: null, branch: null };
  const military = MILITARY(random)[0];
  const served = military === 'ACTIVE' || military === 'VETERAN' || military === 'RESERVE_GUARD';
  return {
    age: random.chance(0.9) ? age : null,
    education: SCHOOLING[segment](random)[0],
    gradYear: random.chance(0.85) ? Number(isoOf(day).slice(0, 4)) - age + 18 : null,
    military,
    branch: served ? random.pick(BRANCHES) : null,
    timeframe,
  };
};

export const drawAttributes = (lead: Lead, random: Random): Attributes => inKeeping(lead, drawAny(lead, random));
