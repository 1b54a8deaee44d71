import { EDUCATION_LEVELS } from '@paceline/contract';
import { everyZip, zipPlace, zipsWithin } from '../../src/lib/zips/zips.ts';
import { type CampaignRules, type RuleProgram } from '../../src/shared/intake/campaign-rules.ts';
import { isTakenFrom } from '../../src/shared/intake/checks/geo.ts';
import { isSourceAllowed } from '../../src/shared/intake/checks/source.rules.ts';
import { consentTextOf } from '../build/criteria.ts';
import { AREA_CODES } from '../leads/area-codes.ts';
import { FIRST_NAMES, LAST_NAMES, STREET_KINDS, STREETS } from '../leads/names.ts';
import { type Random } from '../random.ts';

const AGENTS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 Chrome/138.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/138.0 Safari/537.36',
];
const EDUCATION = ['GED', 'HSD', 'HSD', 'HSD', 'SC1', 'SC2', 'ASSOC', 'BACH'];
const STARTS = ['IMM', 'M1_3', 'M1_3', 'M4_6', 'UNSURE'];
const CERTIFICATE = 'https://cert.trustedform.com/';
/** People choose a school within driving distance. */
const MILES = 25;
const LEVELS = EDUCATION_LEVELS.map(({ code }) => code);

/** Percentage of leads with each mistake. */
const MISTAKES = {
  shortPhone: 2,
  noConsent: 1,
  farAway: 3,
  tooYoung: 1,
  disposableEmail: 1,
  otherSource: 2,
} as const;

const hex = (random: Random, length: number): string =>
  Array.from({ length }, () => random.int(0, 15).toString(16)).join('');

/** A public IP address that is not known to belong to anybody. */
const addressOf = (random: Random): string =>
  `${random.int(63, 76)}.${random.int(1, 254)}.${random.int(1, 254)}.${random.int(1, 254)}`;

const zipsOf = (() => {
  const cache = new WeakMap<CampaignRules, Map<number, string[]>>();
  /** ZIP codes around the program's campus that its leads are accepted from, else all accepted ones. */
  return (rules: CampaignRules, program: RuleProgram | null): string[] => {
    const byProgram = cache.get(rules) ?? new Map<number, string[]>();
    cache.set(rules, byProgram);
    const programKey = program?.programKey ?? 0;
    let zips = byProgram.get(programKey);
    if (zips === undefined) {
      const codes = { programCode: program?.code ?? null, campusCode: program?.campusCode ?? null };
      const notServed: ReadonlySet<string> = new Set(rules.criteria.eligibility.statesNotServed);
      const isTaken = (place: NonNullable<ReturnType<typeof zipPlace>>): boolean =>
        place.latitude !== null && !notServed.has(place.state) && isTakenFrom(rules, codes, place);
      const point = rules.campusPlaces.get(program?.campusKey ?? 0);
      const near = point === undefined ? [] : zipsWithin(point, MILES);
      zips = near.filter((zip) => {
        const place = zipPlace(zip);
        return place !== null && isTaken(place);
      });
      if (zips.length === 0) zips = [...everyZip()].filter(isTaken).map(({ zip }) => zip);
      byProgram.set(programKey, zips);
    }
    return zips;
  };
})();

const ruleFor = ({ audience }: CampaignRules, attribute: string) =>
  audience.rules.find((rule) => rule.attribute === attribute);

/** An education level that satisfies the campaign and the client, as most people who see its advertisements do. */
const educationOf = (rules: CampaignRules, random: Random): string => {
  const rule = ruleFor(rules, 'highestEducationLevel');
  if (rule?.operator === 'IN') return String(random.pick(rule.values));
  const floor = LEVELS.indexOf(rules.criteria.eligibility.educationFloor ?? 'NOHS');
  return LEVELS[Math.max(floor, LEVELS.indexOf(random.pick(EDUCATION)))] ?? 'HSD';
};

const ageOf = (rules: CampaignRules, random: Random): number => {
  const rule = ruleFor(rules, 'age');
  const [from, to] = rule?.operator === 'BETWEEN' ? rule.values.map(Number) : [];
  return random.int(Math.max(18, rules.criteria.eligibility.minAge, from ?? 0), Math.min(54, to ?? 54));
};

const yearOf = ({ criteria }: CampaignRules, age: number, now: Date): number => {
  const { gradYearFrom, gradYearTo } = criteria.eligibility;
  return Math.min(Math.max(now.getUTCFullYear() - age + 18, gradYearFrom ?? 0), gradYearTo ?? 9999);
};

/** A person who inquires about a program near home. A few are refused, each for a realistic reason. */
export const liveLead = (random: Random, rules: CampaignRules, now: Date): Record<string, string | number> => {
  const goesWrong = (what: keyof typeof MISTAKES): boolean => random.chance(MISTAKES[what] / 100);
  const programs = rules.programs.filter(({ active }) => active);
  const program = programs.length === 0 ? null : random.pick(programs);
  const zips = zipsOf(rules, program);
  const zip = goesWrong('farAway') || zips.length === 0 ? '99801' : random.pick(zips);
  const place = zipPlace(zip);
  const state = place?.state.slice('US-'.length) ?? 'TX';
  const firstName = random.pick(FIRST_NAMES);
  const lastName = random.pick(LAST_NAMES);
  const area = random.pick(AREA_CODES.get(state) ?? ['512']);
  const phone = `${area}${random.int(2, 9)}${random.int(0, 9)}${random.int(2, 9)}${String(random.int(0, 9999)).padStart(4, '0')}`;
  const domain = goesWrong('disposableEmail') ? 'mailinator.com' : 'mail.invalid';
  const age = goesWrong('tooYoung') ? 15 : ageOf(rules, random);
  const called = rules.campaign.leadSourceType === 'Call Center';
  const open = rules.sources.filter((source) => isSourceAllowed(rules.sourceMode, source));
  const sources = goesWrong('otherSource') ? rules.sources : open;
  return {
    cck: rules.campaign.campaignKey,
    transactionId: hex(random, 20),
    firstName,
    lastName,
    email: `${firstName}.${lastName}${random.int(1, 9999)}@${domain}`.toLowerCase().replaceAll(/[^\w.@]/g, ''),
    phone: goesWrong('shortPhone') ? phone.slice(1) : phone,
    addressLine1: `${random.int(10, 9800)} ${random.pick(STREETS)} ${random.pick(STREET_KINDS)}`,
    city: (place?.place ?? '').replaceAll(/[^\p{L} .'-]/gu, '') || 'Springfield',
    state,
    zip,
    publisherSource: sources.length === 0 ? 'direct' : random.pick(sources).tag,
    sub1: `ad-${random.int(1, 12)}`,
    ...(program && { programCode: program.code, campusCode: program.campusCode }),
    highestEducationLevel: educationOf(rules, random),
    startTimeframe: random.pick(STARTS),
    militaryStatus: random.chance(0.06) ? 'VETERAN' : 'NONE',
    age,
    hsGradYear: yearOf(rules, age, now),
    landingPageUrl: 'https://learn.partner.example/programs',
    leadSourceType: rules.campaign.leadSourceType,
    ...(called
      ? { agentId: `A${random.int(100, 140)}`, callRecordingUrl: `https://calls.partner.example/${hex(random, 12)}` }
      : { ipAddress: addressOf(random), userAgent: random.pick(AGENTS) }),
    tcpaConsent: goesWrong('noConsent') ? 'N' : 'Y',
    tcpaText: consentTextOf(rules.client.name),
    trustedFormCertUrl: `${CERTIFICATE}${hex(random, 40)}`,
    jornayaLeadId: [8, 4, 4, 4, 12]
      .map((length) => hex(random, length))
      .join('-')
      .toUpperCase(),
    dialeroptin: 'Y',
    textmessageoptin: random.chance(0.85) ? 'Y' : 'N',
    dataSource: 'API',
  };
};
