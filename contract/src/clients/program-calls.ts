import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { AREAS_OF_INTEREST, DEGREE_LEVELS, MODALITIES } from '../core/leads/lead-values.ts';
import { anyOf, flag, keys, oneKey, search } from '../core/calls/list-filters.ts';
import { defineList } from '../core/calls/list.ts';
import { key } from '../core/calls/schema.ts';

const groups = ['ag', 'mp', 'cl'] as const;
const permission = 'clients:View';

/** The codes of a value list, for a filter. */
const codesOf = (values: readonly { code: string }[]): [string, ...string[]] =>
  values.map(({ code }) => code) as [string, ...string[]];

const programRowSchema = z.object({
  programKey: key,
  ownerKey: key,
  ownerName: z.string(),
  programName: z.string(),
  programCode: z.string(),
  clientName: z.string(),
  campusName: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  degreeLevel: z.string(),
  modality: z.string(),
  subjectArea: z.string(),
  cipCode: z.string().nullable(),
  lengthMonths: z.int().nullable(),
  minEducation: z.string().nullable(),
  /** Next start date from today on, by the owner's calendar. */
  nextStart: z.iso.date().nullable(),
  startDates: z.array(z.iso.date()),
  landingUrl: z.string().nullable(),
  active: z.boolean(),
  /** Campaigns that take its leads and that the reader works with: activated and not over. */
  campaigns: z.array(z.object({ campaignKey: key, name: z.string() })),
  campaignCount: z.int(),
});
export type ProgramRow = z.infer<typeof programRowSchema>;

export const programSearch = defineList({
  id: 'programSearch',
  summary: 'Programs by campus, with the campaigns that take leads for them',
  path: '/{p}/program/search',
  owner: [
    'body',
    { session: 'The programs of the clients that a media partner works for, at every owner.', groups: ['mp'] },
  ],
  groups,
  permission,
  filters: {
    ownerKey: oneKey({ address: 'ownerKey' }),
    /** Searches names and codes of program and campus. */
    term: search({ address: 'q' }),
    client: keys(),
    campus: keys(),
    degree: anyOf(codesOf(DEGREE_LEVELS)),
    modality: anyOf(codesOf(MODALITIES)),
    subject: anyOf(codesOf(AREAS_OF_INTEREST)),
    active: flag(),
  },
  columns: {
    programName: { label: 'Program', kind: 'text' },
    ownerName: { label: 'School group', kind: 'text', groups: ['mp'] },
    clientName: { label: 'Client', kind: 'text' },
    campusName: { label: 'Campus', kind: 'text' },
    state: { label: 'State', kind: 'text' },
    city: { label: 'City', kind: 'text', hidden: true },
    campaignCount: {
      label: 'Campaigns',
      kind: 'count',
      note: 'Campaigns that take leads for the program: activated, and not over. A pause or a full month does not count here.',
    },
    degreeLevel: { label: 'Degree level', kind: 'text' },
    modality: { label: 'Modality', kind: 'text' },
    subjectArea: { label: 'Subject area', kind: 'text' },
    programCode: { label: 'Program code', kind: 'text' },
    nextStart: { label: 'Next start', kind: 'date', note: 'The first start date from today on.' },
    startDates: { label: 'All start dates', kind: 'text', hidden: true },
    lengthMonths: { label: 'Months', kind: 'count', hidden: true },
    minEducation: { label: 'Education needed', kind: 'text', hidden: true },
    cipCode: { label: 'CIP code', kind: 'text', hidden: true },
    landingUrl: { label: 'Landing page', kind: 'text', hidden: true },
    active: { label: 'Active', kind: 'flag' },
  },
  sort: {
    by: ['programName', 'programCode', 'clientName', 'campusName', 'degreeLevel', 'modality', 'subjectArea'],
    first: 'programName',
  },
  key: 'programKey',
  row: programRowSchema,
  total: { upTo: 20_000 },
  pageRows: 50,
  export: { id: 'programExport', path: '/{p}/program/export' },
});

export const eduDataExport = defineCall({
  id: 'eduDataExport',
  summary: 'The campuses and programs of a client as a workbook, in the columns of the education data file',
  route: 'GET /{p}/client/{key}/eduData/export',
  owner: { byKey: 'client', param: 'key' },
  groups,
  permission,
  kind: 'download',
  response: z.null(),
  rateLimit: 'export',
});

export const partnerCodesExport = defineCall({
  id: 'partnerCodesExport',
  summary: 'The codes that a media partner posts with: its campaigns with the campuses and programs that each takes',
  route: 'GET /mp/byuser/export',
  owner: { session: 'A media partner’s campaigns, at every owner that it works for.' },
  groups: ['mp'],
  permission,
  kind: 'download',
  response: z.null(),
  rateLimit: 'export',
});
