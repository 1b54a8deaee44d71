import { z } from 'zod';
import { key } from '../calls/schema.ts';
import { US_STATE_CODES } from './us-states.ts';

const states = z.array(z.enum(US_STATE_CODES)).max(100).default([]);
const dmas = z.array(z.int().min(500).max(999)).max(250).default([]);
export const MAX_ZIPS = 20_000;
const zips = z
  .array(z.string().regex(/^\d{5}$/, 'must be a ZIP code of five digits'))
  .max(MAX_ZIPS)
  .default([]);
/** County FIPS codes; the United States have about 3,200. */
const counties = z
  .array(z.string().regex(/^\d{5}$/, 'must be a FIPS code of five digits'))
  .max(4_000)
  .default([]);

export const MIN_MILES = 1;
export const MAX_MILES = 500;
/** Default radius of a campus in miles: conversion falls with distance. */
export const DEFAULT_MILES = 35;

/** Where leads may live. Nothing included means no limit: whole US. Excluded places are always refused. */
export const geoSchema = z.strictObject({
  mode: z.literal('INCLUDE').default('INCLUDE'),
  states,
  dmas,
  zips,
  radius: z
    .strictObject({ campusKey: key, miles: z.number().min(MIN_MILES).max(MAX_MILES) })
    .nullable()
    .default(null),
  exclude: z.strictObject({ states, zips }).default({ states: [], zips: [] }),
});
export type Geo = z.output<typeof geoSchema>;

/** Service area of a campus or one of its programs: a targeting that also knows counties. Campaigns can only narrow it. */
export const serviceAreaSchema = geoSchema.extend({
  counties,
  exclude: z.strictObject({ states, counties, dmas, zips }).default({ states: [], counties: [], dmas: [], zips: [] }),
});
export type ServiceArea = z.output<typeof serviceAreaSchema>;

export const NO_LIMIT: ServiceArea = serviceAreaSchema.parse({});
