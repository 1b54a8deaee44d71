import {
  METRIC_CHANNELS,
  METRIC_VERTICALS,
  type MetricChannel,
  type MetricVertical,
  type ReportChannel,
  type ReportVertical,
} from './types.ts';
import { USER_GROUPS, type UserGroup } from '../access/user-groups.ts';

/**
 * Rows that have the dimension. Campaign dimensions combine with everything; those of leads, platform rows or website pages only with facts
 * counted from those rows.
 */
export type DimensionSource = 'campaign' | 'lead' | 'platform' | 'keyword' | 'page' | 'event';

interface Dimension {
  label: string;
  source: DimensionSource;
  groups: readonly UserGroup[];
  channels: readonly MetricChannel[];
  verticals: readonly MetricVertical[];
}

const dimension = (label: string, source: DimensionSource, more: Partial<Dimension> = {}): Dimension => ({
  label,
  source,
  groups: USER_GROUPS,
  channels: METRIC_CHANNELS,
  verticals: METRIC_VERTICALS,
  ...more,
});

const PARTNERS_LEADS = { channels: ['ppl', 'email'] } as const satisfies Partial<Dimension>;
const PLATFORMS = {
  channels: ['ppc', 'social', 'programmaticDisplay'],
  groups: ['ag', 'cl'],
} as const satisfies Partial<Dimension>;
const SEARCH = { channels: ['ppc'], groups: ['ag', 'cl'] } as const satisfies Partial<Dimension>;
const EDUCATION = { verticals: ['education'] } as const satisfies Partial<Dimension>;
const WEBSITE = { groups: ['ag', 'cl'] } as const satisfies Partial<Dimension>;

/** Dimensions of every campaign, itself included: the only ones that plan measures can be grouped by. */
const OF_CAMPAIGNS = {
  brand: dimension('Brand', 'campaign'),
  client: dimension('Client', 'campaign'),
  clientModel: dimension('Model', 'campaign'),
  goal: dimension('Line Item', 'campaign'),
  channel: dimension('Channel', 'campaign'),
  customChannel: dimension('Custom Channel', 'campaign'),
  campaign: dimension('Campaign', 'campaign'),
  campaignCode: dimension('Campaign Code', 'campaign'),
  productType: dimension('Product Type', 'campaign', PARTNERS_LEADS),
  leadSourceType: dimension('Lead Source Type', 'campaign', PARTNERS_LEADS),
  mediaPartner: dimension('Media Partner', 'campaign', { ...PARTNERS_LEADS, groups: ['ag', 'cl'] }),
  tradingPlatform: dimension('Trading Platform', 'campaign', PLATFORMS),
  account: dimension('Account', 'campaign', PLATFORMS),
} as const satisfies Record<string, Dimension>;

/** Dimensions of reports. Names are those on the wire. */
export const DIMENSIONS = {
  ...OF_CAMPAIGNS,

  campus: dimension('Campus', 'lead'),
  program: dimension('Program', 'lead', EDUCATION),
  degreeLevel: dimension('Degree', 'lead', EDUCATION),
  subjectArea: dimension('Subject Area', 'lead', EDUCATION),
  modality: dimension('Modality', 'lead', EDUCATION),
  publisher: dimension('Publisher', 'lead', { ...PARTNERS_LEADS, groups: ['ag', 'mp'] }),
  publisherSource: dimension('Publisher Source', 'lead', PARTNERS_LEADS),
  subSource: dimension('Sub-source', 'lead', PARTNERS_LEADS),
  state: dimension('State', 'lead'),
  device: dimension('Device', 'lead'),
  leadStatus: dimension('Lead Status', 'lead'),
  ageBand: dimension('Age', 'lead'),
  educationLevel: dimension('Highest Education', 'lead'),
  gradYear: dimension('Graduation Year', 'lead'),
  military: dimension('Military Status', 'lead'),
  militaryBranch: dimension('Military Branch', 'lead'),
  areaOfInterest: dimension('Area Of Interest', 'lead'),
  degreeOfInterest: dimension('Degree Of Interest', 'lead'),
  startTimeframe: dimension('Desired Start', 'lead'),
  hour: dimension('Hour', 'lead'),

  platformCampaign: dimension('Platform Campaign', 'platform', PLATFORMS),
  adGroup: dimension('Ad Group', 'platform', PLATFORMS),
  keyword: dimension('Keyword', 'keyword', SEARCH),
  matchType: dimension('Match Type', 'keyword', SEARCH),

  source: dimension('Source', 'page', WEBSITE),
  medium: dimension('Medium', 'page', WEBSITE),
  hostname: dimension('Host', 'page', WEBSITE),
  path: dimension('Page', 'page', WEBSITE),
  eventName: dimension('Event', 'event', WEBSITE),
} as const satisfies Record<string, Dimension>;

export type DimensionKey = keyof typeof DIMENSIONS;
export type CampaignDimensionKey = keyof typeof OF_CAMPAIGNS;
export const DIMENSION_KEYS = Object.keys(DIMENSIONS) as DimensionKey[];
export const isDimensionKey = (name: string): name is DimensionKey => Object.hasOwn(DIMENSIONS, name);
export const isCampaignDimension = (name: string): name is CampaignDimensionKey => Object.hasOwn(OF_CAMPAIGNS, name);

/** Whether this group may query the dimension there. */
export const isDimensionOf = (
  key: DimensionKey,
  group: UserGroup,
  channel: ReportChannel,
  vertical: ReportVertical,
): boolean => {
  const { groups, channels, verticals }: Dimension = DIMENSIONS[key];
  return (
    groups.includes(group) &&
    (channel === 'all' || channels.includes(channel)) &&
    (vertical === 'all' || verticals.includes(vertical))
  );
};

/** Dimensions offered to media partners for their own numbers; all others are groupings of their clients and the agency. */
const OF_PARTNERS: ReadonlySet<DimensionKey> = new Set([
  'campaign',
  'campaignCode',
  'program',
  'campus',
  'state',
  'publisherSource',
]);

/** Whether the report builder offers the dimension to this group there. */
export const isDimensionOffered = (
  key: DimensionKey,
  group: UserGroup,
  channel: ReportChannel,
  vertical: ReportVertical,
): boolean => isDimensionOf(key, group, channel, vertical) && (group !== 'mp' || OF_PARTNERS.has(key));
