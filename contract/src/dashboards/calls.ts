import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import {
  recountSchema,
  timestampsSchema,
  widgetAnswerSchema,
  widgetBodySchema,
  widgetQuerySchema,
  widgetRowSchema,
} from './schema.ts';
import { underperformingRowSchema } from './underperforming.ts';
import { WIDGET_IDS, widgetGroups, type WidgetId, WIDGETS } from './widgets.ts';

const notPartners = ['ag', 'cl'] as const;
const COMMON = {
  groups: notPartners,
  permission: 'reports:View',
  rateLimit: 'report',
  apiKey: true,
} as const;

const askedByBody = (id: WidgetId) =>
  defineCall({
    ...COMMON,
    groups: widgetGroups(id),
    id,
    summary: `${WIDGETS[id].title}: the widget's rows and totals`,
    route: `POST /{p}${WIDGETS[id].path}` as `POST /{p}/${string}`,
    owner: 'body',
    body: widgetBodySchema,
    response: widgetAnswerSchema,
  });
const askedByQuery = (id: WidgetId) =>
  defineCall({
    ...COMMON,
    groups: widgetGroups(id),
    id: `${id}Get`,
    summary: `${WIDGETS[id].title}, asked with a query`,
    route: `GET /{p}${WIDGETS[id].path}` as `GET /{p}/${string}`,
    owner: 'query',
    query: widgetQuerySchema,
    response: widgetAnswerSchema,
  });

type ByBody = ReturnType<typeof askedByBody>;
type ByQuery = ReturnType<typeof askedByQuery>;

/** Widget calls by id. Each accepts a body, or the same names as a query. */
export const WIDGET_CALLS = Object.fromEntries(WIDGET_IDS.map((id) => [id, askedByBody(id)])) as Record<
  WidgetId,
  ByBody
>;
export const WIDGET_QUERY_CALLS = Object.fromEntries(WIDGET_IDS.map((id) => [id, askedByQuery(id)])) as Record<
  WidgetId,
  ByQuery
>;

export const reportingTimestamps = defineCall({
  id: 'reportingTimestamps',
  summary: 'When each source was last refreshed',
  route: 'GET /{p}/reporting/{owner}/timestamps',
  owner: 'path',
  groups: ['ag', 'mp', 'cl'],
  permission: 'none',
  response: timestampsSchema,
});

export const ownerRecount = defineCall({
  id: 'ownerRecount',
  summary: 'What the newest recount of an owner’s numbers found; nothing before the first',
  route: 'GET /{p}/reporting/{owner}/recount',
  owner: 'path',
  // Agency only: it checks its own data before others see differences.
  groups: ['ag'],
  permission: 'reports:View',
  response: recountSchema.nullable(),
});

export const liveData = defineCall({
  id: 'liveData',
  summary: 'Says when the numbers of an owner have moved, for as long as somebody listens',
  route: 'GET /{p}/reporting/{owner}/live',
  owner: 'path',
  groups: ['ag', 'mp', 'cl'],
  permission: 'none',
  kind: 'events',
  response: z.object({ ownerKey: z.int(), at: z.iso.datetime() }),
});

/** Subject of a graphic, by key. Paths for several take keys joined by commas. */
export const KEY_TYPES = ['owner', 'brand', 'client', 'campus', 'goal', 'campaign', 'partner'] as const;
export const GRAPHIC_DIMENSIONS = [
  'inquiries',
  'spend',
  'cpl',
  'contacts',
  'applications',
  'enrollments',
  'starts',
  'device',
  'state',
  'program',
] as const;
const keyType = z.enum(KEY_TYPES);
/** Keys of a path, joined by commas. */
export const manyKeys = z
  .string()
  .regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9}){0,99}$/, 'must be keys joined by commas')
  .transform((text) => text.split(',').map(Number));
const day = z.iso.date();
const rows = z.array(widgetRowSchema);

export const underperformingCampaigns = defineCall({
  ...COMMON,
  id: 'underperformingCampaigns',
  summary: 'The live campaigns that cost more than their goal allows, each with the measure that says so',
  route: 'GET /{p}/{owner}/graphicreports/underperformingcampaigns/{keyType}/{key}/get',
  owner: ['path', { byKeyType: 'keyType', param: 'key' }],
  params: { keyType },
  response: z.array(underperformingRowSchema),
});
/** A media partner belongs to no owner, so the path's brand selects the campaigns. For other groups it is ignored. */
const BRAND_OF_PARTNER = { byKey: 'brand', param: 'brand', fallback: true } as const;

export const graphicReport = defineCall({
  ...COMMON,
  id: 'graphicReport',
  summary: 'One number by day, or one attribute by its values, of a part of the business',
  route: 'GET /{p}/{brand}/graphicreports/{dimension}/{keyType}/{keys}/{start}/{end}/get',
  owner: [{ byKeyType: 'keyType', param: 'keys' }, BRAND_OF_PARTNER],
  params: { dimension: z.enum(GRAPHIC_DIMENSIONS), keyType, keys: manyKeys, start: day, end: day },
  response: rows,
});
export const funnel = defineCall({
  ...COMMON,
  id: 'funnel',
  summary: 'The inquiries of the last three complete months, stage by stage',
  route: 'GET /{p}/{brand}/graphicreports/funnel/{keyType}/{key}/be/get',
  owner: [{ byKeyType: 'keyType', param: 'key' }, BRAND_OF_PARTNER],
  params: { keyType },
  response: rows,
});
export const funnelProjections = defineCall({
  ...COMMON,
  id: 'funnelProjections',
  summary: 'What the running month’s inquiries will come to, stage by stage, at historical rates',
  route: 'GET /{p}/{brand}/graphicreports/funnel/projections/{keyType}/{key}/be/get',
  owner: [{ byKeyType: 'keyType', param: 'key' }, BRAND_OF_PARTNER],
  params: { keyType },
  response: rows,
});
export const graphicPacing = defineCall({
  ...COMMON,
  id: 'graphicPacing',
  summary: 'The running month against its budget, day by day',
  route: 'GET /{p}/{brand}/graphicreports/pacing/{keyType}/{key}/get',
  owner: [{ byKeyType: 'keyType', param: 'key' }, BRAND_OF_PARTNER],
  params: { keyType },
  response: rows,
});
