import { z } from 'zod';
import { bulkImportResultSchema, bulkUploadQuery } from '../core/calls/bulk.ts';
import { defineCall } from '../core/calls/call.ts';
import { serviceAreaSchema } from '../core/geo/geo.ts';
import { LIMITS } from '../core/calls/limits.ts';
import { instant, key, keyParam } from '../core/calls/schema.ts';

const agency = ['ag'] as const;
const read = { groups: agency, permission: 'clients:View' } as const;
const change = { groups: agency, permission: 'clients:Geo' } as const;
const byCampus = { byKey: 'campus', param: 'campus' } as const;
const ofCampus = { params: { campus: keyParam }, owner: byCampus } as const;
const ofProgram = { params: { campus: keyParam, program: keyParam }, owner: byCampus } as const;

/** Kinds of bulk files, as named by the server. */
export const GEO_KIND = 'geo';
export const DMA_COUNTIES_KIND = 'dmaCounties';

/** Leads inside and outside an area are counted over this many past days, by the owner's calendar. */
export const GEO_LEAD_DAYS = 90;

/** Place types in the service area file. */
export const GEO_TYPES = ['ZIP', 'STATE', 'DMA', 'COUNTY', 'RADIUS'] as const;
export type GeoType = (typeof GEO_TYPES)[number];

const listedAreaSchema = z.object({
  /** Whether it has an area of its own; otherwise a program uses its campus's. */
  hasOwn: z.boolean(),
  /** The effective area, in words. */
  summary: z.string(),
});
const campusAreaSchema = listedAreaSchema.extend({
  campusKey: key,
  campusName: z.string(),
  active: z.boolean(),
  programs: z.array(listedAreaSchema.extend({ programKey: key, programName: z.string(), active: z.boolean() })),
});
export type CampusArea = z.infer<typeof campusAreaSchema>;

export const geoAreaList = defineCall({
  ...read,
  id: 'geoAreaList',
  summary: 'What the campuses of a client and their programs serve, and which of them have areas of their own',
  route: 'GET /ag/client/{key}/geo/list',
  owner: { byKey: 'client', param: 'key' },
  response: z.array(campusAreaSchema),
});

const areaRecordSchema = z.object({
  campusKey: key,
  campusName: z.string(),
  /** Program of the area; null for the campus's. */
  programKey: key.nullable(),
  programName: z.string().nullable(),
  clientKey: key,
  /** Centre of the circle; null for an online campus, or if unknown. */
  at: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  /** Null: a program uses its campus's area, a campus serves the whole US. */
  area: serviceAreaSchema.nullable(),
  /** The campus's area, for a program; null if the campus has none either. */
  inherited: serviceAreaSchema.nullable(),
  /** 0 if never saved. */
  rowVersion: z.int(),
  savedBy: z.string().nullable(),
  savedAt: instant.nullable(),
  timeZone: z.string(),
  leads: z.object({
    since: z.iso.date(),
    /** All inquiries except tests, by ZIP code. */
    byZip: z.array(z.object({ zip: z.string(), leads: z.int() })),
    /** Leads without a ZIP code, or whose person was erased. */
    withoutZip: z.int(),
  }),
});
export type AreaRecord = z.infer<typeof areaRecordSchema>;

export const geoAreaGet = defineCall({
  ...read,
  ...ofCampus,
  id: 'geoAreaGet',
  summary: 'What a campus serves, and how many leads came from where lately',
  route: 'GET /ag/campus/{campus}/geo/get',
  response: areaRecordSchema,
});
export const geoProgramAreaGet = defineCall({
  ...read,
  ...ofProgram,
  id: 'geoProgramAreaGet',
  summary: 'What a program serves by itself or by its campus, and how many leads came from where lately',
  route: 'GET /ag/campus/{campus}/program/{program}/geo/get',
  response: areaRecordSchema,
});

const areaSaveSchema = z.strictObject({ area: serviceAreaSchema.nullable(), rowVersion: z.int().min(0) });
/** Room for twenty thousand ZIP codes on each side. */
const bodyBytes = 1024 * 1024;

export const geoAreaSave = defineCall({
  ...change,
  ...ofCampus,
  id: 'geoAreaSave',
  summary: 'Says what a campus serves: leads from elsewhere are refused; refused itself if somebody saved it meanwhile',
  route: 'POST /ag/campus/{campus}/geo/save',
  body: areaSaveSchema,
  response: areaRecordSchema,
  bodyBytes,
});
export const geoProgramAreaSave = defineCall({
  ...change,
  ...ofProgram,
  id: 'geoProgramAreaSave',
  summary: 'Gives a program an area of its own or its campus’s again; refused if somebody saved it meanwhile',
  route: 'POST /ag/campus/{campus}/program/{program}/geo/save',
  body: areaSaveSchema,
  response: areaRecordSchema,
  bodyBytes,
});

const file = { kind: 'download', response: z.null(), rateLimit: 'export', timeoutMs: LIMITS.exportTimeoutMs } as const;
const upload = { ...change, kind: 'upload', query: bulkUploadQuery, response: bulkImportResultSchema } as const;

export const geoExport = defineCall({
  ...read,
  ...ofCampus,
  ...file,
  id: 'geoExport',
  summary:
    'What a campus and those of its programs serve that have areas of their own, as a file that the import takes',
  route: 'GET /ag/campus/{campus}/geo/export',
});
export const geoProgramExport = defineCall({
  ...read,
  ...ofProgram,
  ...file,
  id: 'geoProgramExport',
  summary: 'A program’s own area as a file that the import takes',
  route: 'GET /ag/campus/{campus}/program/{program}/geo/export',
});
export const geoImport = defineCall({
  ...upload,
  ...ofCampus,
  id: 'geoImport',
  summary: 'Imports a file of places for a campus’s area and those of its programs, or only says what that would do',
  route: 'POST /ag/campus/{campus}/geo/import',
});
export const geoProgramImport = defineCall({
  ...upload,
  ...ofProgram,
  id: 'geoProgramImport',
  summary: 'Imports a file of places for a program’s area, or only says what that would do',
  route: 'POST /ag/campus/{campus}/program/{program}/geo/import',
});

export const zipTable = defineCall({
  ...read,
  id: 'zipTable',
  summary: 'Every ZIP code with its place, state, main county and coordinates, for maps and lists',
  route: 'GET /ag/geo/zips',
  owner: { session: 'The same table for everybody.' },
  response: z.object({
    /** One line per place: ZIP code, place, state, county, FIPS code, latitude, longitude, separated by tabs. */
    lines: z.string(),
    /** Attribution required wherever the table is shown. */
    source: z.string(),
  }),
});

const dmaSchema = z.object({ dma: z.int(), name: z.string(), counties: z.array(z.string()) });
export type Dma = z.infer<typeof dmaSchema>;

const ofOwner = { params: { owner: keyParam }, owner: 'path' } as const;
export const dmaList = defineCall({
  ...read,
  ...ofOwner,
  id: 'dmaList',
  summary: 'The DMAs of an owner’s county list with their counties; none where no list was uploaded',
  route: 'GET /ag/{owner}/dma/list',
  response: z.array(dmaSchema),
});
export const dmaExport = defineCall({
  ...read,
  ...ofOwner,
  ...file,
  id: 'dmaExport',
  summary: 'An owner’s list of counties and their DMAs as a file that the import takes',
  route: 'GET /ag/{owner}/dma/export',
});
export const dmaImport = defineCall({
  ...upload,
  ...ofOwner,
  id: 'dmaImport',
  summary: 'Reads a file of counties and their DMAs and says what applying it would change',
  route: 'POST /ag/{owner}/dma/import',
});
