import {
  ALL_PERMISSIONS,
  DIMENSION_KEYS,
  type DimensionKey,
  GRANULARITIES,
  isDimensionOf,
  measuresFor,
  METRIC_CHANNELS,
  type MetricKey,
  type ReportChannel,
  type ReportQuery,
  reportQuerySchema,
  type UserGroup,
  whyNotCombined,
} from '@paceline/contract';
import { type Random } from '../../seed/index.ts';

/** Who asks: an agency about some owners, a client about its own, a media partner about its own rows. */
export interface Viewer {
  group: UserGroup;
  ownerKeys: readonly number[];
  partnerKey: number | null;
}

export interface RandomQuestion {
  viewer: Viewer;
  channel: ReportChannel;
  query: ReportQuery;
}

/** What questions are told apart by. */
interface QuestionLabels {
  ofCampaign: readonly DimensionKey[];
  ofLead: readonly DimensionKey[];
  /** Ad groups and keywords, where they are asked about. */
  ofPlatform?: readonly DimensionKey[];
}

/** Days that every account has delivered: what is late is told otherwise, and tested elsewhere. */
const FIRST_DAY = Date.UTC(2024, 11, 1);
const LAST_DAY = Date.UTC(2026, 9, 20);
const DAY_MS = 86_400_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const rangeOf = (random: Random): [string, string] => {
  const days = (LAST_DAY - FIRST_DAY) / DAY_MS;
  const length = random.pick([0, 6, 13, 30, 91, 200, 400]);
  const from = random.int(0, Math.max(0, days - length));
  // Whole months are answered by other tables than single days.
  if (random.chance(0.4)) {
    const first = new Date(FIRST_DAY + from * DAY_MS);
    const months = random.int(1, 12);
    const start = Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), 1);
    const end = Math.min(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months, 0), Date.UTC(2026, 8, 30));
    if (end > start) return [dayOf(start), dayOf(end)];
  }
  return [dayOf(FIRST_DAY + from * DAY_MS), dayOf(Math.min(LAST_DAY, FIRST_DAY + (from + length) * DAY_MS))];
};

const some = <T>(random: Random, list: readonly T[], most: number): T[] =>
  random.shuffle(list).slice(0, random.int(0, most));

/** What a question about a platform's rows is told apart by: one of theirs at least. */
const platformLabels = (random: Random, ofPlatform: readonly DimensionKey[]): DimensionKey[] => {
  const [first, ...more] = random.shuffle(ofPlatform);
  return first === undefined ? [] : [first, ...some(random, more, 1)];
};

export const randomQuestion = async (
  random: Random,
  viewers: readonly Viewer[],
  valuesOf: (viewer: Viewer, dimension: DimensionKey) => Promise<readonly string[]>,
  { ofCampaign, ofLead, ofPlatform = [] }: QuestionLabels,
): Promise<RandomQuestion> => {
  const byPlatform = ofPlatform.length > 0 && random.chance(0.35);
  const knows = ({ group }: Viewer, channel: ReportChannel): boolean =>
    !byPlatform || ofPlatform.some((key) => isDimensionOf(key, group, channel, 'all'));
  const viewer = random.pick(viewers.filter((one) => knows(one, 'all')));
  const channel = random.chance(0.4) ? 'all' : random.pick(METRIC_CHANNELS.filter((one) => knows(viewer, one)));
  const offered = (key: DimensionKey): boolean => isDimensionOf(key, viewer.group, channel, 'all');
  // Mostly what can be answered; sometimes anything at all, which must be refused with words or answered.
  const wild = random.chance(0.15);
  const byLead = random.chance(0.5);
  const keys = wild ? DIMENSION_KEYS : byLead ? [...ofCampaign, ...ofLead] : ofCampaign;
  const rows = ofPlatform.filter(offered);
  const dimensions = byPlatform
    ? random.shuffle([...platformLabels(random, rows), ...some(random, ofCampaign.filter(offered), 2)])
    : some(random, keys.filter(offered), 3);
  const rights = { group: viewer.group, permissions: new Set(ALL_PERMISSIONS) };
  // Of all measures a platform's rows know a few.
  const isKnown = (key: MetricKey): boolean =>
    !byPlatform || whyNotCombined({ dimensions, measures: [key], granularity: null }, viewer.group) === null;
  const [first, ...more] = random.shuffle(measuresFor(rights, channel, 'all').filter(isKnown));
  const ofRows = byPlatform ? [...ofCampaign, ...rows] : byLead ? [...ofCampaign, ...ofLead] : ofCampaign;
  const filterable = ofRows.filter(offered);
  const filters: ReportQuery['filters'] = [];
  for (const member of some(random, filterable, 2)) {
    const values = await valuesOf(viewer, member);
    if (values.length > 0)
      filters.push({ member, operator: random.pick(['equals', 'notEquals']), values: [random.pick(values)] });
  }
  const query = reportQuerySchema.parse({
    dimensions,
    measures: [first, ...more.slice(0, random.int(0, 6))],
    filters,
    timeDimensions: {
      dimension: 'date',
      granularity: random.chance(0.5) ? null : random.pick(GRANULARITIES),
      dateRange: rangeOf(random),
    },
    getTotal: true,
  });
  return { viewer, channel, query };
};
