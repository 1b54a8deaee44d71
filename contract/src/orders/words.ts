import { dateLabel } from '../core/values/date-label.ts';
import { formatMetricValue } from '../core/values/formats.ts';
import { type IoLine, type IoOrder, type IoSide, type IoTerms } from './schema.ts';
import { type IoState } from './states.ts';

/** Such as "December 2026". */
export const ioMonth = (month: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month.slice(0, 7)}-01T00:00:00Z`),
  );

/** Stands where the number of a draft would be. */
export const NO_IO_NUMBER = 'Numbered when sent';
/** The number of an order, or that it is a draft, which has none yet. */
export const ioTitle = ({ number, month }: Pick<IoOrder, 'number' | 'month'>): string =>
  number ?? `Draft order, ${ioMonth(month)}`;

export const ioDollars = (amount: number): string => formatMetricValue({ kind: 'dollar' }, amount);
export const ioCount = (count: number): string => formatMetricValue({ kind: 'count' }, count);
export const ioInquiries = (units: number): string => (units === 1 ? '1 inquiry' : `${ioCount(units)} inquiries`);
const day = (iso: string): string => dateLabel(iso, 'day', { withYear: true });

type Writer = (line: IoLine) => string | null;
const price =
  (of: (line: IoLine) => number | null): Writer =>
  (line) => {
    const value = of(line);
    return value === null ? null : ioDollars(value);
  };
const count =
  (of: (line: IoLine) => number | null): Writer =>
  (line) => {
    const value = of(line);
    return value === null ? null : ioCount(value);
  };

/** Fields of an order line in display order, with labels. `blank` is shown for null. */
export const IO_LINE_FIELDS = {
  campaignName: { label: 'Campaign', write: ({ campaignName }) => campaignName },
  campaignCode: { label: 'Code', write: ({ campaignCode }) => campaignCode },
  clientCampaignCode: { label: 'Client code', write: ({ clientCampaignCode }) => clientCampaignCode },
  campus: { label: 'Campus', write: ({ campus }) => campus },
  programs: { label: 'Programs', write: ({ programs }) => programs },
  geo: { label: 'Places', write: ({ geo }) => geo },
  mediaDesktop: { label: 'Price', write: price(({ mediaDesktop }) => mediaDesktop) },
  mediaTablet: { label: 'Price on tablets', blank: 'As desktop', write: price(({ mediaTablet }) => mediaTablet) },
  mediaMobile: { label: 'Price on phones', blank: 'As desktop', write: price(({ mediaMobile }) => mediaMobile) },
  monthlyCapacity: { label: 'Capacity', write: count(({ monthlyCapacity }) => monthlyCapacity) },
  monthlyAllocation: { label: 'Allocation', write: count(({ monthlyAllocation }) => monthlyAllocation) },
  monthlySoftAllocation: {
    label: 'Soft allocation',
    write: count(({ monthlySoftAllocation }) => monthlySoftAllocation),
  },
  weeklyAllocation: { label: 'Weekly cap', blank: 'None', write: count(({ weeklyAllocation }) => weeklyAllocation) },
  dailyAllocation: { label: 'Daily cap', blank: 'None', write: count(({ dailyAllocation }) => dailyAllocation) },
  startDate: { label: 'Start', write: ({ startDate }) => (startDate === null ? null : day(startDate)) },
  endDate: { label: 'End', blank: 'Open', write: ({ endDate }) => (endDate === null ? null : day(endDate)) },
  recurring: {
    label: 'Rollover',
    write: ({ recurring }) => (recurring === null ? null : recurring ? 'Yes' : 'No'),
  },
} as const satisfies Partial<Record<keyof IoLine, { label: string; blank?: string; write: Writer }>>;
export type IoLineField = keyof typeof IO_LINE_FIELDS;
export const IO_LINE_FIELD_NAMES = Object.keys(IO_LINE_FIELDS) as IoLineField[];

/** Pseudo-field for an added or removed line. */
const WHOLE_LINE = 'line';
export const ioFieldLabel = (field: string): string =>
  field === WHOLE_LINE ? 'Line' : (IO_LINE_FIELDS[field as IoLineField]?.label ?? field);

export interface LineDifference {
  campaignKey: number;
  campaignName: string;
  field: IoLineField | typeof WHOLE_LINE;
  before: string | null;
  after: string | null;
}

const wordsOf = (line: IoLine): string =>
  `${ioCount(line.monthlyAllocation ?? 0)} at ${ioDollars(line.mediaDesktop)}, ${ioDollars(line.amount)}`;

/** Differences between two versions of an order: lines added, lines removed, and changed fields. */
export const lineDifferences = (first: readonly IoLine[], second: readonly IoLine[]): LineDifference[] => {
  const before = new Map(first.map((line) => [line.campaignKey, line]));
  const after = new Map(second.map((line) => [line.campaignKey, line]));
  const whole = ({ campaignKey, campaignName }: IoLine) => ({ campaignKey, campaignName, field: WHOLE_LINE }) as const;
  return [
    ...second.flatMap((line): LineDifference[] => {
      const was = before.get(line.campaignKey);
      if (was === undefined) return [{ ...whole(line), before: null, after: wordsOf(line) }];
      return IO_LINE_FIELD_NAMES.filter((field) => was[field] !== line[field]).map((field) => ({
        campaignKey: line.campaignKey,
        campaignName: line.campaignName,
        field,
        before: writeField(field, was),
        after: writeField(field, line),
      }));
    }),
    ...first
      .filter(({ campaignKey }) => !after.has(campaignKey))
      .map((line) => ({ ...whole(line), before: wordsOf(line), after: null })),
  ];
};

export const writeField = (field: IoLineField, line: IoLine): string | null => {
  const { write, ...words } = IO_LINE_FIELDS[field];
  return write(line) ?? ('blank' in words ? words.blank : null);
};

/** State of an order, in a sentence. */
export const ioStateText = (state: IoState, by: string | null): string =>
  ({
    DRAFT: 'It has not been sent yet.',
    SENT: 'It has been sent.',
    OPENED: 'It has been opened.',
    ACCEPTED: `It was accepted${by === null ? '' : ` by ${by}`}.`,
    CHANGE_REQUESTED: `A change was requested${by === null ? '' : ` by ${by}`}.`,
    DECLINED: `It was declined${by === null ? '' : ` by ${by}`}.`,
  })[state];

/** The terms as label and value, shared by screen, print and workbook. */
export const ioTermFacts = (terms: IoTerms): [label: string, value: string][] => {
  const { returnWindowDays: days, returnReasons, certificate, paymentTerms } = terms;
  return [
    ['Returns', days === null ? 'None' : `Within ${days} days of delivery, and until the 3rd of the next month`],
    ...(days === null ? [] : [['Reasons for a return', returnReasons.join(', ')] as [string, string]]),
    ['Certificate', certificate],
    ['Payment', paymentTerms],
  ];
};

/** The prices of all lines and devices: one, or from the lowest to the highest. */
export const ioPrices = (lines: readonly IoLine[]): string | null => {
  const prices = lines
    .flatMap(({ mediaDesktop, mediaTablet, mediaMobile }) => [mediaDesktop, mediaTablet, mediaMobile])
    .filter((value) => value !== null);
  if (prices.length === 0) return null;
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  return low === high ? ioDollars(low) : `${ioDollars(low)} to ${ioDollars(high)}`;
};

type AgreedOrder = Pick<
  IoOrder,
  'partnerName' | 'clientName' | 'month' | 'number' | 'version' | 'units' | 'amount' | 'lines' | 'terms'
>;
/** What the media partner agrees to by accepting an order, in one sentence. */
export const ioAgreement = (order: AgreedOrder): string => {
  const { partnerName, clientName, month, number, version, units, amount, lines, terms } = order;
  const prices = ioPrices(lines);
  const each = prices === null ? '' : ` at ${prices} each`;
  const under = terms === null ? '' : ', under the terms of the order';
  return `${partnerName} agrees to version ${version} of ${number === null ? 'this insertion order' : `insertion order ${number}`}: ${ioInquiries(units)} for ${clientName} in ${ioMonth(month)}${each}, ${ioDollars(amount)} in total${under}.`;
};

/** Whether an order still says what was signed. */
export const ioMatchText = (matches: boolean): string =>
  matches ? 'This document matches the signed version.' : 'This document does not match the signed version.';

export const IO_SIDE_WORDS: Readonly<Record<IoSide, string>> = {
  agency: 'For the agency',
  partner: 'For the media partner',
};
