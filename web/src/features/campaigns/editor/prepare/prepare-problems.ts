import {
  audienceRuleProblem,
  BID_PRICE_FIELDS,
  campaignPricesRecord,
  dayPartingProblems,
  ERRORS,
  heldProblems,
  isBlank,
  MAX_ZIPS,
  parseDollars,
  pplCampaignRecord,
  type RecordField,
  trackingProblems,
} from '@paceline/contract';
import type { FieldProblem } from '../../../../shared/form/prepare-refusal.ts';
import { unitsProblem } from './prepare-allocation.ts';
import { daysOf, isNever } from '../../../../ui/hours/prepare-hours.ts';
import { capProblem, priceProblem } from './prepare-prices.ts';
import type { CampaignFields, ProgramChoiceText } from './prepare-values.ts';
import { type Step, STEPS } from '../steps/steps.ts';

export { type Step, STEPS };

/** A path as in the form: `name`, `prices.aggMobileBidPrice`, `rules.2`, `urls.0.url`. */
export interface Problem extends FieldProblem {
  step: Step;
}

/** Required inputs that are missing, with the messages the calls have always used. */
export const missingInputs = (fields: CampaignFields): string[] =>
  Object.entries<RecordField>(pplCampaignRecord.fields)
    .filter(([name, { required }]) => required && isBlank(fields[name as keyof CampaignFields]))
    .map(([, { label }]) => label.toLowerCase());
export const illegalArguments = (missing: readonly string[]): string =>
  `${ERRORS.ILLEGAL_ARGUMENTS.message}: ${missing.join(', ')}`;

const basicsProblems = (fields: CampaignFields): Problem[] => [
  ...heldProblems(pplCampaignRecord, fields).map((problem) => ({ step: stepOf(problem.path), ...problem })),
  ...(fields.startDate !== '' && fields.endDate !== '' && fields.endDate < fields.startDate
    ? [{ step: 'basics' as const, path: 'endDate', message: 'End date must be on or after start date.' }]
    : []),
];

const pricesProblems = ({ prices }: CampaignFields): Problem[] => {
  const at = (field: string, message: string): Problem => ({ step: 'prices', path: `prices.${field}`, message });
  const wrong = heldProblems(campaignPricesRecord, prices).map(({ path, message }) => at(path, message));
  // A price needs both sides; the desktop price is the fallback for the others.
  const isPriced = BID_PRICE_FIELDS.some((field) => parseDollars(prices[field]) !== null);
  if (!isPriced) return wrong;
  return [
    ...wrong,
    ...(parseDollars(prices.clientDesktopBidPrice) === null
      ? [at('clientDesktopBidPrice', 'Enter the client price for desktop.')]
      : []),
    ...(parseDollars(prices.aggDesktopBidPrice) === null
      ? [at('aggDesktopBidPrice', 'Enter the media price for desktop.')]
      : []),
  ];
};

const choiceProblems = (
  step: 'programs' | 'sources',
  choices: Readonly<Record<string, ProgramChoiceText>>,
): Problem[] =>
  Object.entries(choices).flatMap(([key, { price, cap }]) =>
    (
      [
        ['price', priceProblem(price)],
        ['cap', capProblem(cap)],
      ] as const
    ).flatMap(([field, message]) => (message === null ? [] : [{ step, path: `${step}.${key}.${field}`, message }])),
  );

const geoProblems = ({ geo }: CampaignFields): Problem[] => {
  const at = (field: string, message: string): Problem => ({ step: 'geo', path: `geo.${field}`, message });
  const tooMany = `No more than ${MAX_ZIPS.toLocaleString('en-US')} ZIP codes.`;
  const miles = geo.radius?.miles ?? 1;
  return [
    ...(geo.zips.length > MAX_ZIPS ? [at('zips', tooMany)] : []),
    ...(geo.exclude.zips.length > MAX_ZIPS ? [at('exclude.zips', tooMany)] : []),
    ...(geo.dmas.some((code) => code < 500 || code > 999)
      ? [at('dmas', 'DMA codes are numbers from 500 to 999.')]
      : []),
    ...(miles >= 1 && miles <= 500 ? [] : [at('radius', 'Enter a distance from 1 to 500 miles.')]),
  ];
};

const hoursProblems = ({ hours }: CampaignFields): Problem[] => {
  if (isNever(hours.days)) return [{ step: 'hours', path: 'hours', message: 'Open at least one hour of the week.' }];
  return dayPartingProblems({ days: daysOf(hours.days) }).map(({ day, message }) => ({
    step: 'hours',
    path: `hours.${day}`,
    message,
  }));
};

const urlsProblems = ({ urls }: CampaignFields, before: CampaignFields | null): Problem[] => {
  const at = (path: string, message: string): Problem => ({ step: 'tracking', path, message });
  // The call refuses an empty list: the last URL can be switched off, but not removed.
  if (urls.length === 0 && before !== null && before.urls.length > 0)
    return [at('urls', `${illegalArguments(['urls'])}. Switch the last URL off instead of removing it.`)];
  return [
    ...urls.flatMap(({ name }, index) => (name.trim() === '' ? [at(`urls.${index}.name`, 'Enter a name.')] : [])),
    ...trackingProblems(urls, false).map(({ index, field, message }) =>
      at(index === null ? field : `urls.${index}.${field}`, message),
    ),
  ];
};

/** Client-side checks, by the same rules as the server's. */
export const formProblems = (fields: CampaignFields, before: CampaignFields | null): Problem[] => [
  ...basicsProblems(fields),
  ...pricesProblems(fields),
  ...Object.entries(fields.allocation).flatMap(([key, text]): Problem[] => {
    const message = unitsProblem(text);
    return message === null ? [] : [{ step: 'allocation', path: `allocation.${key}`, message }];
  }),
  ...choiceProblems('programs', fields.programs),
  ...fields.rules.flatMap((rule, index): Problem[] => {
    const message = audienceRuleProblem(rule);
    return message === null ? [] : [{ step: 'audience', path: `rules.${index}`, message }];
  }),
  ...geoProblems(fields),
  ...hoursProblems(fields),
  ...choiceProblems('sources', fields.sources),
  ...urlsProblems(fields, before),
];

const LIST_FIELD = /^(programs|sources)\.(?:sources\.)?(\d+)\.(\w+)$/;

const STEP_OF_FIELD: Readonly<Partial<Record<string, Step>>> = {
  prices: 'prices',
  allocation: 'allocation',
  programs: 'programs',
  rules: 'audience',
  geo: 'geo',
  hours: 'hours',
  sourceMode: 'sources',
  sources: 'sources',
  urls: 'tracking',
  postingConfirmed: 'tracking',
};
export const stepOf = (path: string): Step => STEP_OF_FIELD[path.split('.')[0] ?? ''] ?? 'basics';

/** Parts whose name differs between the form and the call. */
const PATH_OF_PART: Readonly<Record<string, string>> = { audience: 'rules', dayParting: 'hours' };

/** The form path of a server field: the server counts what was sent, nested as in the call. */
export const pathOfServerField = (field: string, fields: CampaignFields): string | null => {
  const [, listed, index, name] = LIST_FIELD.exec(field) ?? [];
  if (listed === 'programs' || listed === 'sources') {
    const key = Object.keys(fields[listed])[Number(index)];
    const own = { priceOverride: 'price', monthlyCap: 'cap' }[name ?? ''] ?? name;
    return key === undefined ? listed : `${listed}.${key}.${own}`;
  }
  const [part = '', ...rest] = field.split('.');
  const [first = '', second] = rest;
  const path = PATH_OF_PART[part] ?? part;
  if (part === 'campaign') {
    if ((BID_PRICE_FIELDS as readonly string[]).includes(first)) return `prices.${first}`;
    return Object.hasOwn(fields, first) ? first : null;
  }
  if (part === 'sources') return first === 'mode' ? 'sourceMode' : path;
  if (part === 'allocation') return second === undefined ? path : `${path}.${first}:${second}`;
  if (part === 'audience' || part === 'dayParting') return rest.length === 0 ? path : `${path}.${second ?? first}`;
  if (part === 'geo') return ['geo', ...rest.slice(0, first === 'exclude' ? 2 : 1)].join('.');
  return Object.hasOwn(fields, path) ? field : null;
};
