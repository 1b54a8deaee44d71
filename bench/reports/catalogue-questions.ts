import {
  type DimensionKey,
  factOf,
  LEAD_ATTRIBUTES,
  type MetricKey,
  partsOf,
  type RangeName,
  type ReportChannel,
  reportQuerySchema,
  type ReportWidget,
  REPORT_WIDGETS,
} from '@paceline/contract';
import { CAMPAIGN_LABELS, isOfLead, isTold, LEAD_LABELS, rawStatement } from './raw-facts.ts';
import {
  type Part,
  type Question,
  type Range,
  THIS_MONTH,
  THREE_MONTHS,
  type Viewer,
  YEAR,
} from './report-questions.ts';

const RANGES: Partial<Record<RangeName, Range>> = {
  monthToDate: THIS_MONTH,
  threeMonths: THREE_MONTHS,
  twelveMonths: YEAR,
};

/** What one number of the raw rows is: sums only, as a ratio is made of them in the process on either side. */
const factBehind = (measure: MetricKey, byLead: boolean) => {
  const [part, ...more] = partsOf(measure);
  if (part === undefined || more.length > 0) return null;
  const fact = factOf(part, 'ag');
  return fact !== null && isTold(fact, byLead) ? fact : null;
};

/** A widget's report as its page asks it, and the sums behind it by hand. */
const partOf = (
  { dimensions = {}, measures, granularity: grain, channel = 'all', range }: ReportWidget,
  { ownerKeys }: Viewer,
): Part => {
  const cut = Object.values(dimensions);
  const granularity = grain ?? null;
  const days = RANGES[range];
  if (days === undefined) throw new Error(`No days for ${range}`);
  const byLead = cut.some(isOfLead);
  const widgetMeasures = [...new Set(Object.values(measures))];
  const facts = widgetMeasures.flatMap((measure) => {
    const fact = factBehind(measure, byLead);
    return fact === null ? [] : [{ measure, fact }];
  });
  const sums = rawStatement({
    ownerKeys,
    partnerKey: null,
    channel,
    dimensions: cut,
    facts: [...new Set(facts.map(({ fact }) => fact))],
    filters: [],
    granularity,
    range: days,
  });
  const labels = [...cut, ...(granularity === null ? [] : ['date'])].map((name) => `"${name}"`);
  const named = facts.map(({ measure, fact }) => `"${fact}" as "${measure}"`);
  return {
    query: reportQuerySchema.parse({
      dimensions: cut,
      measures: widgetMeasures,
      timeDimensions: { dimension: 'date', granularity, dateRange: days },
      getTotal: true,
    }),
    statement: `select ${[...labels, ...named].join(', ')} from (${sums}) sums`,
  };
};

const question = (
  name: string,
  widgets: readonly ReportWidget[],
  { rolled = true, channel = 'all' }: { rolled?: boolean; channel?: ReportChannel } = {},
): Question => ({
  name,
  channel,
  rolled,
  forWidgets: true,
  parts: (viewer) => widgets.map((widget) => partOf(widget, viewer)),
});

const isWritten = (dimension: DimensionKey): boolean => [...CAMPAIGN_LABELS, ...LEAD_LABELS].includes(dimension);

const attributeTables: readonly ReportWidget[] = Object.values(LEAD_ATTRIBUTES)
  .filter(isWritten)
  .map((attribute) => ({ ...REPORT_WIDGETS.attributeTable, dimensions: { attribute } }));
const pivot = (attribute: DimensionKey, secondAttribute: DimensionKey): ReportWidget => ({
  ...REPORT_WIDGETS.attributePivot,
  dimensions: { attribute, secondAttribute },
});

/** What each page of the catalogue asks, heaviest question first where it asks several. Pacing is measured by `month`. */
export const CATALOGUE_QUESTIONS: readonly Question[] = [
  question('C1 Performance by State', [REPORT_WIDGETS.stateReport]),
  question('C2 Down Funnel: partner × campaign', [REPORT_WIDGETS.downFunnelReport]),
  question('C3 Down Funnel: campus × program', [REPORT_WIDGETS.downFunnelByCampus], { rolled: false }),
  question('C4 Down Funnel: months of inquiry', [REPORT_WIDGETS.cohortReport]),
  question('C5 Media Partners', [REPORT_WIDGETS.partnerReport]),
  question('C6 Clients', [REPORT_WIDGETS.clientReport]),
  question('C7 Programs', [REPORT_WIDGETS.programReport]),
  question('C8 Delivery', [REPORT_WIDGETS.deliveryReport]),
  question('C9 Publisher Sources', [REPORT_WIDGETS.sourceReport], { rolled: false, channel: 'ppl' }),
  question(`C10 Attributes, ${attributeTables.length} after each other`, attributeTables),
  question('C11 Attribute Pivot: state × device', [pivot('state', 'device')], { rolled: false }),
  question('C12 Attribute Pivot: education × area', [pivot('educationLevel', 'areaOfInterest')], { rolled: false }),
  question('C13 Attribute Pivot: program × state', [pivot('program', 'state')], { rolled: false }),
  question('C14 Campaign Performance', [REPORT_WIDGETS.campaignReport]),
];

/** The same over all owners, as somebody of the agency asks Media Analysis. */
export const CATALOGUE_AGENCY_QUESTIONS: readonly Question[] = [
  question('C1a state × channel × month, 12 months', [
    {
      ...REPORT_WIDGETS.stateReport,
      dimensions: { stateCode: 'state', channel: 'channel' },
      granularity: 'month',
      range: 'twelveMonths',
    },
  ]),
  question('C11a state × device', [pivot('state', 'device')], { rolled: false }),
];
