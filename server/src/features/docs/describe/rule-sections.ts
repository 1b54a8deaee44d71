import { effectivePlan, type InstructionSection } from '@paceline/contract';
import { CHECKS } from '../../../shared/intake/checks/check-list.ts';
import { isSourceAllowed } from '../../../shared/intake/checks/source.rules.ts';
import { CAP_LABELS } from '../../../shared/intake/counters.ts';
import { askedAbout, campaignCck, type Describing, seesPrice } from './describing.ts';
import { fieldsOf } from './fields.ts';
import { geographySection, hoursSection } from './place-sections.ts';
import { counted, dollars, rowOf, section } from './section.ts';

const UNKNOWN_SOURCES = {
  AUTO_CREATE_ACCEPT: 'A source that was never seen is taken and added to the list',
  AUTO_CREATE_HOLD: 'A source that was never seen is added to the list, and its leads are held until it is approved',
  REJECT: 'A source that was never seen is refused',
} as const;

const campaignSection = ({ rules, reader, partnerName, ownerName }: Describing): InstructionSection =>
  section('campaign', 'Campaign', {
    columns: ['What', 'Value'],
    rows: [
      rowOf('name', 'Campaign', rules.campaign.name),
      rowOf('code', 'Campaign code (cck)', campaignCck(rules)),
      rowOf('client', 'Client', rules.client.name),
      rowOf('brand', 'Brand', rules.client.brandName),
      rowOf('owner', 'School group', ownerName),
      // A client's page names no media partner, except within campaign names.
      ...(reader === 'cl' ? [] : [rowOf('partner', 'Media partner', partnerName)]),
      rowOf('kind', 'Leads come from', rules.campaign.leadSourceType === 'web' ? 'The web' : 'A call center'),
      rowOf('zone', 'Times are those of', rules.owner.zone),
    ],
  });

const priceSection = ({ rules, reader, now }: Describing): InstructionSection[] => {
  if (!seesPrice(reader)) return [];
  const day = new Intl.DateTimeFormat('en-US', { timeZone: rules.owner.zone, dateStyle: 'medium' });
  const current = rules.prices.find(({ validFrom }) => validFrom <= now);
  const shown = rules.prices.filter((price) => price === current || price.validFrom > now).toReversed();
  return [
    section('price', 'Price', {
      note: 'What the media partner gets for a lead that is billable. A source or a program can have a price of its own.',
      columns: ['From', 'Desktop', 'Tablet', 'Mobile'],
      rows: shown.map(({ validFrom, media: { desktop, tablet, mobile } }) =>
        rowOf(
          validFrom.toISOString(),
          day.format(validFrom),
          dollars(desktop),
          dollars(tablet ?? desktop),
          dollars(mobile ?? desktop),
        ),
      ),
    }),
  ];
};

const fieldSection = (describing: Describing): InstructionSection => {
  const hasPrograms = describing.rules.programs.length > 0;
  return section('fields', 'Fields', {
    note: 'Send JSON or a form. Names are as written here; fields that are not listed are left out with a warning.',
    columns: ['Field', 'Required', 'Format', 'Values', 'Told when missing or wrong'],
    rows: [
      rowOf('key', 'key', 'Without the header', 'Posting key, where the header X-Partner-Key is not sent', '', ''),
      rowOf('cck', 'cck', 'Yes', 'Campaign code', campaignCck(describing.rules), 'Campaign is not recognized.'),
      ...fieldsOf(describing).map(({ name, kind, required, format, values, defaultValue, missing, invalid }) =>
        rowOf(
          name,
          name,
          required,
          format,
          [
            values.map(({ code, label }) => (code === label ? code : `${code} (${label})`)).join(', '),
            ...(kind === 'code' && hasPrograms ? ['See Programs'] : []),
            ...(defaultValue === null || defaultValue === '' ? [] : [`Left out it is ${defaultValue}`]),
          ]
            .filter((part) => part !== '')
            .join('. '),
          [...new Set([missing, invalid])].filter((part) => part !== '').join(' '),
        ),
      ),
    ],
  });
};

const programSection = ({ rules, reader }: Describing): InstructionSection[] => {
  if (rules.programs.length === 0) return [];
  const withPrice = seesPrice(reader);
  return [
    section('programs', 'Programs', {
      note: 'Without a campus code the first open campus of the program is taken.',
      columns: ['Program code', 'Campus code', 'State', 'Monthly cap', ...(withPrice ? ['Own price'] : [])],
      rows: rules.programs.map(({ programKey, code, campusCode, active, monthlyCap, priceOverride }) =>
        rowOf(
          String(programKey),
          code,
          campusCode,
          active ? 'Open' : 'Closed',
          monthlyCap === null ? '' : counted(monthlyCap),
          ...(withPrice ? [priceOverride === null ? '' : dollars(priceOverride)] : []),
        ),
      ),
    }),
  ];
};

/** The running month's caps. Their use is not part of the rules. */
const capSection = (describing: Describing): InstructionSection => {
  const { plan } = describing;
  const caps = plan === null ? null : effectivePlan(plan);
  const beyond = CHECKS.find(({ id }) => id === 'caps')?.explain(askedAbout(describing)).rule ?? '';
  const rows = [
    ...(caps?.monthly == null ? [] : [rowOf('month', CAP_LABELS.month, counted(caps.monthly))]),
    ...(caps?.weekly == null ? [] : [rowOf('week', CAP_LABELS.week, counted(caps.weekly))]),
    ...(caps?.daily == null ? [] : [rowOf('day', CAP_LABELS.day, counted(caps.daily))]),
  ];
  return section('caps', 'Caps', {
    note: [beyond === 'No caps' ? '' : `${beyond}.`, 'Programs, sources and hours can have caps of their own.']
      .filter((part) => part !== '')
      .join(' '),
    columns: ['Cap of this month', 'Leads'],
    rows: rows.length === 0 ? [rowOf('none', 'Campaign', 'No cap')] : rows,
  });
};

/** Each check in its order, with its rule in its own words. */
const checkSection = (describing: Describing): InstructionSection => {
  const input = askedAbout(describing);
  return section('checks', 'What is checked', {
    note: 'In this order; the first check that fails decides. Wrong fields are told all at once, before any of these.',
    columns: ['Check', 'What is asked'],
    rows: CHECKS.flatMap((check) => {
      const { rule } = check.explain(input);
      // Caps have a section of their own.
      return check.id === 'caps' ? [] : [rowOf(check.id, check.title, rule ?? 'The two must agree')];
    }),
  });
};

const consentSection = ({ rules }: Describing): InstructionSection[] => {
  const { disclosures } = rules.criteria.consent;
  if (disclosures.length === 0) return [];
  return [
    section('consent', 'Approved consent texts', {
      note: 'tcpaText must be one of these, word for word; case, spaces and punctuation do not matter.',
      columns: ['Text', 'From', 'To', 'Words'],
      rows: disclosures.map(({ name, from, to, text }) => rowOf(`${name} ${from}`, name, from, to ?? '', text)),
    }),
  ];
};

const sourceSection = ({ rules, reader }: Describing): InstructionSection[] => {
  // Where a media partner buys is known to it and the agency only.
  if (!seesPrice(reader)) return [];
  return [
    section('sources', 'Sources', {
      note: `${UNKNOWN_SOURCES[rules.owner.unknownSources]}.`,
      columns: ['Source tag', 'State', 'Taken', 'Monthly cap', 'Own price'],
      rows: rules.sources.map((source) =>
        rowOf(
          String(source.publisherSourceKey),
          source.tag,
          source.status.toLowerCase(),
          isSourceAllowed(rules.sourceMode, source) ? 'Yes' : 'No',
          source.monthlyCap === null ? '' : counted(source.monthlyCap),
          source.priceOverride === null ? '' : dollars(source.priceOverride),
        ),
      ),
    }),
  ];
};

const valueSection = ({ rules, reader }: Describing): InstructionSection[] => {
  const rows = [...rules.valueMap].flatMap(([field, values]) =>
    [...values].map(([theirs, ours]) => rowOf(`${field} ${theirs}`, field, theirs, ours)),
  );
  if (rows.length === 0 || !seesPrice(reader)) return [];
  return [
    section('values', 'Your own values', {
      note: 'These values of yours are read as ours.',
      columns: ['Field', 'Your value', 'Read as'],
      rows,
    }),
  ];
};

const testSection = ({ rules }: Describing): InstructionSection => {
  const { emailDomains, names, emailPatterns } = rules.owner.test;
  const list = (words: readonly string[]): string => words.join(', ') || 'None';
  return section('test', 'Test mode', {
    note: 'A test lead goes through every check, gets status TST with what it would have been in wouldBe, uses no cap and is not paid for. Phone numbers 555-0100 to 555-0199 are taken of test leads only.',
    columns: ['A lead is a test by', 'Value'],
    rows: [
      rowOf('mark', 'Its mark', 'isTest = Y'),
      rowOf('domains', 'The domain of its email', list(emailDomains)),
      rowOf('names', 'Its exact name', list(names)),
      rowOf('patterns', 'A pattern of its email', list(emailPatterns)),
    ],
  });
};

/** All sections that follow from the campaign's rules. Changes here are shown to earlier readers. */
export const ruleSections = (describing: Describing): InstructionSection[] => [
  campaignSection(describing),
  ...priceSection(describing),
  fieldSection(describing),
  ...programSection(describing),
  ...sourceSection(describing),
  geographySection(describing),
  hoursSection(describing),
  capSection(describing),
  checkSection(describing),
  ...consentSection(describing),
  ...valueSection(describing),
  testSection(describing),
];
