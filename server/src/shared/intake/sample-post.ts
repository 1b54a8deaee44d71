import { type AudienceRule, AUDIENCE_ATTRIBUTES, EDUCATION_LEVELS, POST_PARAMETERS } from '@paceline/contract';
import { everyZip } from '../../lib/zips/zips.ts';
import { type CampaignRules } from './campaign-rules.ts';
import { isTakenFrom } from './checks/geo.ts';
import { isSourceAllowed } from './checks/source.rules.ts';

type Post = Record<string, string>;

const sampleProgram = ({ programs }: CampaignRules): Post => {
  const program = programs.find(({ active }) => active);
  return program === undefined ? {} : { programCode: program.code, campusCode: program.campusCode };
};

/** A ZIP code that the campaign takes leads from; near the first campus where it takes them from everywhere. */
const sampleZip = (rules: CampaignRules): { zip: string; state: string; city: string } => {
  const { programCode = null, campusCode = null } = sampleProgram(rules);
  const notServed: ReadonlySet<string> = new Set(rules.criteria.eligibility.statesNotServed);
  let sample: { zip: string; state: string; city: string } | null = null;
  for (const place of everyZip()) {
    if (
      place.latitude === null ||
      notServed.has(place.state) ||
      !isTakenFrom(rules, { programCode, campusCode }, place)
    )
      continue;
    const one = { zip: place.zip, state: place.state.slice('US-'.length), city: place.place };
    if (sample === null) sample = one;
    // In a populated part of the table: its first rows are post offices of single buildings.
    if (place.zip >= '44114') return one;
  }
  return sample ?? { zip: '44114', state: 'OH', city: 'Cleveland' };
};

const sampleSource = ({ sources, sourceMode }: CampaignRules): string =>
  sources.find((source) => isSourceAllowed(sourceMode, source))?.tag ?? 'sample-source';

const sampleConsent = ({ criteria, client }: CampaignRules): string => {
  const { disclosures, mustName } = criteria.consent;
  const approved = disclosures.findLast(({ to }) => to === null)?.text;
  const school = mustName[0] ?? client.name;
  return approved ?? `By clicking Submit I agree that ${school} may call, text and email me about its programs.`;
};

const fitting = ({ attribute, operator, values }: AudienceRule): string | null => {
  const [first] = values;
  if (operator === 'IS_EMPTY') return null;
  if (operator !== 'NOT_IN') return first === undefined ? null : String(first);
  const all: readonly { code: string }[] = AUDIENCE_ATTRIBUTES[attribute].values ?? [];
  return all.find(({ code }) => !values.includes(code))?.code ?? null;
};

/** Values for the audience rules. */
const sampleAudience = ({ audience }: CampaignRules): Post =>
  Object.fromEntries(
    audience.rules.flatMap((rule) => {
      const value = fitting(rule);
      return value === null ? [] : [[rule.attribute, value]];
    }),
  );

const BY_KIND: Readonly<Record<string, string>> = {
  text: 'Sample',
  phone: '216-555-0124',
  address: '1200 Euclid Avenue',
  year: '2019',
  age: '28',
  birthDate: '1998-04-12',
  yesNo: 'Y',
  url: 'https://www.example.com/recording',
  jornaya: '8F14E45F-CEEA-467F-AB3C-9D1C4A9B2E10',
  trustedForm: 'https://cert.trustedform.com/0123456789abcdef0123456789abcdef01234567',
};

/** Fields that the client requires in addition to the standard ones. */
const sampleFields = ({ criteria }: CampaignRules, post: Post): Post => {
  const missing = criteria.fields.filter(({ parameter, required }) => required && !(parameter in post));
  return Object.fromEntries(
    missing.flatMap(({ parameter, allowedValues, defaultValue }) => {
      const { kind, values } = POST_PARAMETERS[parameter];
      const value = allowedValues[0] ?? defaultValue ?? values?.[0]?.code ?? BY_KIND[kind];
      return value === undefined ? [] : [[parameter, value]];
    }),
  );
};

const sampleCertificates = ({ criteria }: CampaignRules): Post => {
  const { certificate } = criteria.consent;
  return {
    ...((certificate === 'JORNAYA' || certificate === 'BOTH') && { jornayaLeadId: BY_KIND['jornaya']! }),
    ...(certificate !== 'JORNAYA' && certificate !== 'NONE' && { trustedFormCertUrl: BY_KIND['trustedForm']! }),
  };
};

const EDUCATION = 'highestEducationLevel';
/** At least the client's minimum, where the audience does not set a level. */
const sampleEducation = ({ criteria }: CampaignRules, post: Post): Post => {
  const { educationFloor } = criteria.eligibility;
  return EDUCATION in post ? {} : { [EDUCATION]: educationFloor ?? EDUCATION_LEVELS[2]!.code };
};

/** A graduation year the client accepts, where it requires one. */
const sampleYear = ({ gradYearFrom, gradYearTo }: CampaignRules['criteria']['eligibility']): Post => {
  if (gradYearFrom === null && gradYearTo === null) return {};
  return { hsGradYear: String(Math.min(Math.max(2019, gradYearFrom ?? 0), gradYearTo ?? 2019)) };
};

/**
 * A post that a campaign's rules accept while it is open, marked as a test and of nobody: its phone number and email address are reserved
 * for that.
 */
export const samplePost = (rules: CampaignRules): Post => {
  const fromCallCenter = rules.campaign.leadSourceType === 'Call Center';
  const post: Post = {
    firstName: 'Jordan',
    lastName: 'Rivera',
    email: 'jordan.rivera@example.com',
    phone: '216-555-0123',
    ...sampleZip(rules),
    ...sampleProgram(rules),
    ...sampleAudience(rules),
  };
  const { eligibility } = rules.criteria;
  return {
    ...post,
    ...sampleEducation(rules, post),
    ...(post['age'] === undefined && { age: String(Math.max(28, eligibility.minAge)) }),
    ...sampleYear(eligibility),
    ...sampleFields(rules, post),
    publisherSource: sampleSource(rules),
    landingPageUrl: 'https://www.example.com/request-information',
    ...(fromCallCenter
      ? { leadSourceType: 'Call Center', agentId: 'A-100', callRecordingUrl: BY_KIND['url']! }
      : { ipAddress: '8.8.8.8', userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)' }),
    tcpaConsent: 'Y',
    tcpaText: sampleConsent(rules),
    ...sampleCertificates(rules),
    isTest: 'Y',
  };
};
