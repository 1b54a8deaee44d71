import { z } from 'zod';
import { bulkImportResultSchema, bulkUploadQuery } from '../core/calls/bulk.ts';
import { defineCall } from '../core/calls/call.ts';
import { LIMITS } from '../core/calls/limits.ts';
import { anyOf, days, keys, oneOf, search } from '../core/calls/list-filters.ts';
import { defineList } from '../core/calls/list.ts';
import { listColumns } from '../core/records/record.ts';
import { key, keyParam } from '../core/calls/schema.ts';
import {
  publisherRecord,
  SET_SOURCE_STATUSES,
  SOURCE_STATUS_KEYS,
  sourceReasonSchema,
  sourceRecord,
  TRAFFIC_TYPES,
} from './record.ts';
import {
  disclosureFormSchema,
  disclosureTextSchema,
  MAX_SOURCES_CHANGED,
  publisherFormSchema,
  publisherSchema,
  publisherSourceRecordSchema,
  publisherSourceSchema,
  SOURCE_FIGURE_DAYS,
  sourceFiguresSchema,
  sourcesFormSchema,
} from './schema.ts';

const owner = { session: 'A publisher is its media partner’s, whichever owners the partner works for.' } as const;
const agency = ['ag'] as const;
const both = ['ag', 'mp'] as const;

/** Kind of the bulk file that imports sources; its history is filtered by it. */
export const PUBLISHER_SOURCES_KIND = 'publisherSources';

const FIGURE_NOTE = `Of the last ${SOURCE_FIGURE_DAYS} days, through yesterday.`;

const publisherSourceRowSchema = z.object({
  publisherSourceKey: key,
  sourceTag: z.string(),
  displayName: z.string(),
  publisherKey: key,
  publisherName: z.string(),
  domain: z.string().nullable(),
  trafficTypes: z.array(z.string()),
  aggregatorKey: key,
  aggregatorName: z.string(),
  /** Effective status: a blocked publisher blocks its sources. */
  status: z.enum(SOURCE_STATUS_KEYS),
  statusReason: z.string().nullable(),
  firstSeen: z.iso.date().nullable(),
  rowVersion: z.int(),
});
export type PublisherSourceRow = z.infer<typeof publisherSourceRowSchema>;

export const publisherSearch = defineList({
  id: 'publisherSearch',
  summary: 'The sources that media partners’ publishers send leads from',
  path: '/{p}/publisher/search',
  owner,
  groups: both,
  permission: 'publishers:View',
  filters: {
    /** Searches the tag, the names and the domain. */
    term: search({ address: 'q' }),
    aggregator: keys({ address: 'partner' }),
    status: anyOf(SOURCE_STATUS_KEYS),
    trafficType: oneOf(TRAFFIC_TYPES, { address: 'traffic' }),
    firstSeen: days({ address: 'seen' }),
  },
  columns: {
    ...listColumns(sourceRecord, 'sourceTag', 'displayName', 'status'),
    // The figures have a call of their own: they belong to an owner, the register to the partner.
    validLeads: { label: 'Valid leads', kind: 'count', note: FIGURE_NOTE, screenOnly: true },
    returnRate: { label: 'Return rate', kind: 'percent', note: FIGURE_NOTE, screenOnly: true },
    enrollRate: { label: 'Enroll rate', kind: 'percent', note: FIGURE_NOTE, screenOnly: true },
    enrollPercentMatured: {
      label: '% matured',
      kind: 'percent',
      note: `How much of the enrollments of these leads has come in by now. ${FIGURE_NOTE}`,
      screenOnly: true,
    },
    publisherName: { label: 'Publisher', kind: 'text' },
    aggregatorName: { label: 'Media partner', kind: 'text', groups: ['ag'] },
    ...listColumns(publisherRecord, 'trafficTypes', 'domain'),
    firstSeen: { label: 'First seen', kind: 'date', note: 'The day of the first lead that came from it.' },
    statusReason: { label: 'Reason', kind: 'text', note: 'Why it is blocked.' },
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

export const publisherSave = defineCall({
  id: 'publisherSave',
  summary:
    'Makes or changes a publisher of a media partner; blocking it blocks its sources at once and tells the partner',
  route: 'POST /ag/publisher',
  owner,
  groups: agency,
  permission: ['publishers:Create', 'publishers:Update'],
  body: publisherFormSchema,
  response: publisherSchema,
});

export const publisherChoices = defineCall({
  id: 'publisherChoices',
  summary: 'The publishers of a media partner and its wordings of consent, for the form of a source',
  route: 'GET /ag/publisher/{aggregator}/choices/get',
  owner,
  groups: agency,
  permission: 'publishers:View',
  response: z.object({ publishers: z.array(publisherSchema), disclosureTexts: z.array(disclosureTextSchema) }),
});

export const disclosureTextSave = defineCall({
  id: 'disclosureTextSave',
  summary: 'Adds a wording of consent that sources of a media partner show; a wording is never changed afterwards',
  route: 'POST /ag/publisher/disclosure',
  owner,
  groups: agency,
  permission: 'publishers:Update',
  body: disclosureFormSchema,
  response: disclosureTextSchema,
});

export const publisherSourcesSave = defineCall({
  id: 'publisherSourcesSave',
  summary: 'Makes or changes sources of one publisher, all of them or none, each by the version it was read in',
  route: 'POST /ag/publisher/sources',
  owner,
  groups: agency,
  permission: ['publishers:Create', 'publishers:Update'],
  body: sourcesFormSchema,
  bodyBytes: 1024 * 1024,
  response: z.array(publisherSourceSchema),
});

export const publisherSourcesStatus = defineCall({
  id: 'publisherSourcesStatus',
  summary: 'Approves sources, has them wait or blocks them, at once; their media partners are told of blocks and why',
  route: 'POST /ag/publisher/sources/status',
  owner,
  groups: agency,
  permission: ['publishers:Update', 'publishers:Block'],
  body: z.strictObject({
    sources: z
      .array(z.strictObject({ publisherSourceKey: key, rowVersion: z.int() }))
      .min(1)
      .max(MAX_SOURCES_CHANGED),
    status: z.enum(SET_SOURCE_STATUSES),
    reason: sourceReasonSchema,
  }),
  response: z.object({
    changed: z.int(),
    sources: z.array(z.object({ publisherSourceKey: key, rowVersion: z.int(), before: z.enum(SOURCE_STATUS_KEYS) })),
  }),
});

export const publisherSourcesList = defineCall({
  id: 'publisherSourcesList',
  summary: 'All sources of one media partner; a media partner asks for its own',
  route: 'GET /{p}/publisher/sources/{aggregator}/list',
  owner,
  groups: both,
  permission: 'publishers:View',
  response: z.array(publisherSourceSchema),
});

export const publisherSourcesExport = defineCall({
  id: 'publisherSourcesExport',
  summary: 'All sources of one media partner as a workbook that the import takes back',
  route: 'GET /{p}/publisher/sources/{aggregator}/export',
  owner,
  groups: both,
  permission: 'publishers:View',
  kind: 'download',
  response: z.null(),
  rateLimit: 'export',
  timeoutMs: LIMITS.exportTimeoutMs,
});

export const publisherSourceGet = defineCall({
  id: 'publisherSourceGet',
  summary: 'One source with its publisher, its wording of consent and its history',
  route: 'GET /ag/publisher/sources/{key}',
  owner,
  groups: agency,
  permission: 'publishers:View',
  response: publisherSourceRecordSchema,
});

export const publisherSourcesImport = defineCall({
  id: 'publisherSourcesImport',
  summary: 'Checks a file of a media partner’s sources and shows what it would make and change; applies it where asked',
  route: 'POST /ag/{owner}/publisher/sources/{aggregator}/import',
  owner: 'path',
  groups: agency,
  permission: 'publishers:Update',
  kind: 'upload',
  query: bulkUploadQuery,
  response: bulkImportResultSchema,
});

export const publisherSourceFigures = defineCall({
  id: 'publisherSourceFigures',
  summary: 'How many valid leads each source sent lately and how good they are',
  route: 'GET /{p}/publisher/figures/get',
  owner: ['query', { session: 'A media partner’s leads, at every owner that it works for.', groups: ['mp'] }],
  groups: both,
  permission: 'publishers:View',
  query: z.strictObject({ ownerKey: keyParam.optional() }),
  response: z.object({
    /** Null if the session has no owner. */
    days: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable(),
    rows: z.array(sourceFiguresSchema),
  }),
});
