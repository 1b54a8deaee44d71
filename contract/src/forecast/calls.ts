import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { LIMITS } from '../core/calls/limits.ts';
import { KPI_CODES } from '../core/metrics/kpis.ts';
import { key, keyParam, WITH_VERSION, monthSent } from '../core/calls/schema.ts';
import {
  FORECAST,
  FORECAST_METHODS,
  forecastDetailsSchema,
  forecastKpi,
  forecastLineItem,
  forecastLineSchema,
  forecastMonth,
  forecastPlanSent,
  forecastRunSchema,
} from './schema.ts';

const agency = ['ag'] as const;
const view = { groups: agency, permission: 'forecast:View' } as const;
const change = { owner: 'body', groups: agency, permission: 'forecast:Update' } as const;
const ownerQuery = z.strictObject({ ownerKey: keyParam });

/** One KPI, or all. */
const kpiOrAll = z.enum([...KPI_CODES, 'all']);

const built = z.object({
  /** The background build, if more lines are requested than are built at once. */
  run: forecastRunSchema.nullable(),
  lines: z.int(),
});

export const forecastCreate = defineCall({
  ...change,
  id: 'forecastCreate',
  summary: `Builds the forecasts of line items anew, all figures of each, and keeps plans and overrides; more than ${FORECAST.atOnce} in the background`,
  route: 'POST /{p}/forecast',
  body: z.strictObject({
    ownerKey: key,
    kpi: kpiOrAll.default('all'),
    /** Empty: every active line item, and existing lines. */
    lineItems: z.array(forecastLineItem).max(FORECAST.mostLines).default([]),
    /** The current month by default. */
    startMonth: monthSent.optional(),
    months: z.int().min(1).max(FORECAST.mostMonths).optional(),
    method: z.enum(FORECAST_METHODS).optional(),
  }),
  bodyBytes: 128 * 1024,
  response: built,
});

const oneFigure = { lineItem: forecastLineItem, kpi: forecastKpi } as const;

export const forecastDetails = defineCall({
  ...view,
  id: 'forecastDetails',
  summary:
    'One figure of a line item: what came, what is foreseen with its range, targets, overrides, plans and scenarios',
  route: 'GET /{p}/forecast/details/{lineItem}/{kpi}',
  owner: 'query',
  params: oneFigure,
  query: ownerQuery,
  response: forecastDetailsSchema,
});

export const forecastList = defineCall({
  ...view,
  id: 'forecastList',
  summary: 'The line items that have a forecast, with how far it was off before, and the build that is under way',
  route: 'GET /{p}/forecast/list/{kpi}',
  owner: 'query',
  params: { kpi: forecastKpi },
  query: ownerQuery,
  response: z.object({
    currentMonth: forecastMonth,
    lines: z.array(forecastLineSchema),
    /** Line items without a forecast line. */
    missing: z.array(
      z.object({ goalKey: key, name: z.string(), clientName: z.string(), channel: z.string().nullable() }),
    ),
    run: forecastRunSchema.nullable(),
  }),
});

export const forecastDelete = defineCall({
  id: 'forecastDelete',
  summary: 'Removes the forecast of one figure with its overrides, or with `all` the whole of a line item',
  route: 'POST /{p}/forecast/delete/{kpi}/{lineItem}',
  owner: 'body',
  groups: agency,
  permission: 'forecast:Delete',
  params: { kpi: kpiOrAll, lineItem: forecastLineItem },
  body: z.strictObject({ ownerKey: key }),
  response: z.null(),
});

export const forecastExport = defineCall({
  ...view,
  id: 'forecastExport',
  summary: 'All forecasts of an owner as a workbook: a sheet for each figure, the one in the path first',
  route: 'GET /{p}/forecast/export/{kpi}',
  owner: 'query',
  kind: 'download',
  params: { kpi: forecastKpi },
  query: ownerQuery,
  response: z.null(),
  rateLimit: 'export',
  timeoutMs: LIMITS.exportTimeoutMs,
});

const override = z.strictObject({
  month: monthSent,
  /** Null restores the calculated value. */
  value: z.number().min(0).max(99_999_999.99).nullable(),
  note: z.string().trim().max(500).default(''),
});

export const forecastUpdate = defineCall({
  ...change,
  id: 'forecastUpdate',
  summary:
    'Saves method, months, plan, notes and overrides of a line item and works its figures out anew; refused if somebody else has changed it since',
  route: 'POST /{p}/forecast/update',
  body: z.strictObject({
    ownerKey: key,
    ...oneFigure,
    rowVersion: z.int().positive(),
    method: z.enum(FORECAST_METHODS).optional(),
    startMonth: monthSent.optional(),
    months: z.int().min(1).max(FORECAST.mostMonths).optional(),
    plan: forecastPlanSent.optional(),
    overrides: z.array(override).max(FORECAST.mostMonths).optional(),
    notes: z.string().trim().max(2_000).optional(),
  }),
  response: forecastDetailsSchema,
});

export const forecastCustomCreate = defineCall({
  ...change,
  id: 'forecastCustomCreate',
  summary: 'A line of one’s own: some line items together, or one that does not run yet and is planned by spend',
  route: 'POST /{p}/forecast/custom',
  body: z.strictObject({
    ownerKey: key,
    name: z.string().trim().min(1).max(120),
    goalKeys: z.array(key).max(200).default([]),
    channel: z.string().max(40).nullable().default(null),
  }),
  response: z.object({ lineItem: forecastLineItem }),
});

const scenarioOf = { ownerKey: key, lineItem: forecastLineItem } as const;

export const forecastScenarioSave = defineCall({
  ...change,
  id: 'forecastScenarioSave',
  summary: `Keeps a plan as a what-if beside the forecast, at most ${FORECAST.mostScenarios} of a line item; ${WITH_VERSION.replaces}`,
  route: 'POST /{p}/forecast/scenario/save',
  body: z.strictObject({
    ...scenarioOf,
    scenarioKey: key.nullable().default(null),
    /** Version of the scenario that is edited. */
    rowVersion: z.int().positive().optional(),
    name: z.string().trim().min(1).max(60),
    plan: forecastPlanSent,
  }),
  response: z.object({ scenarioKey: key }),
});

export const forecastScenarioDelete = defineCall({
  ...change,
  id: 'forecastScenarioDelete',
  summary: 'Removes a what-if',
  route: 'POST /{p}/forecast/scenario/delete',
  body: z.strictObject({ ...scenarioOf, scenarioKey: key }),
  response: z.null(),
});

export const forecastRunCancel = defineCall({
  ...change,
  id: 'forecastRunCancel',
  summary: 'Ends a build that waits or runs; lines that it has built stay',
  route: 'POST /{p}/forecast/run/cancel',
  body: z.strictObject({ ownerKey: key, runKey: key }),
  response: forecastRunSchema,
});
