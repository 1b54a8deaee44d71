import { z } from 'zod';
import { anyOf, days, keys, oneOf, search } from '../core/list-filters.ts';
import { defineList } from '../core/list.ts';
import { key } from '../core/schema.ts';

export const SOURCE_STATUSES = {
  PENDING: 'Pending',
  APPROVED: 'Approved',
  BLOCKED: 'Blocked',
  INACTIVE: 'Inactive',
} as const;
export type SourceStatus = keyof typeof SOURCE_STATUSES;
const STATUSES = Object.keys(SOURCE_STATUSES) as [SourceStatus, ...SourceStatus[]];

export const TRAFFIC_TYPES = [
  'Organic search',
  'Paid search',
  'Display',
  'Email',
  'Social',
  'Native',
  'Co-registration',
  'Call center',
  'Content/Directory',
  'SMS',
] as const;

export const publisherSourceRowSchema = z.object({
  publisherSourceKey: key,
  sourceTag: z.string(),
  displayName: z.string(),
  publisherKey: key,
  publisherName: z.string(),
  domain: z.string().nullable(),
  trafficTypes: z.array(z.string()),
  aggregatorKey: key,
  aggregatorName: z.string(),
  status: z.enum(STATUSES),
  firstSeen: z.iso.date().nullable(),
});
export type PublisherSourceRow = z.infer<typeof publisherSourceRowSchema>;

export const publisherSearch = defineList({
  id: 'publisherSearch',
  summary: 'The sources that media partners’ publishers send leads from',
  path: '/{p}/publisher/search',
  owner: { session: 'A publisher is its media partner’s, whichever owners the partner works for.' },
  groups: ['ag', 'mp'],
  permission: 'publishers:View',
  params: {},
  filters: {
    /** In the tag, the names and the domain. */
    term: search({ address: 'q' }),
    aggregator: keys({ address: 'partner' }),
    status: anyOf(STATUSES),
    trafficType: oneOf(TRAFFIC_TYPES, { address: 'traffic' }),
    firstSeen: days({ address: 'seen' }),
  },
  columns: {
    sourceTag: { label: 'Source', kind: 'text' },
    displayName: { label: 'Name', kind: 'text' },
    publisherName: { label: 'Publisher', kind: 'text' },
    aggregatorName: { label: 'Media partner', kind: 'text', groups: ['ag'] },
    status: { label: 'Status', kind: 'text' },
    trafficTypes: { label: 'Traffic', kind: 'text' },
    domain: { label: 'Domain', kind: 'text' },
    firstSeen: { label: 'First seen', kind: 'date', note: 'The day of the first lead that came from it.' },
  },
  sort: {
    by: ['sourceTag', 'displayName', 'publisherName', 'aggregatorName', 'status', 'domain', 'firstSeen'],
    first: 'sourceTag',
  },
  key: 'publisherSourceKey',
  row: publisherSourceRowSchema,
  total: { upTo: 10_000 },
  pageRows: 50,
  export: { id: 'publisherExport', path: '/{p}/publisher/export' },
});
