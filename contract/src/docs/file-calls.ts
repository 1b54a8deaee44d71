import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { instant, key, keyParam } from '../core/calls/schema.ts';

/** Audience of an uploaded file besides the agency. */
export const DOC_AUDIENCES = {
  ALL: 'Everybody',
  AGENCY: 'Agency only',
  PARTNERS: 'Media partners',
  CLIENTS: 'Clients',
} as const;
export type DocAudience = keyof typeof DOC_AUDIENCES;
export const DOC_AUDIENCE_CODES = Object.keys(DOC_AUDIENCES) as [DocAudience, ...DocAudience[]];

/** Allowed uploads: name and content have to match. */
export const DOC_FILES = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
type DocFile = keyof typeof DOC_FILES;
export const DOC_FILE_ENDINGS = Object.keys(DOC_FILES) as [DocFile, ...DocFile[]];
export const DOC_FILE_BYTES = 25 * 1024 * 1024;

export const docTitleSchema = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(120, 'must have at most 120 characters');

const docVersionSchema = z.object({
  version: z.int(),
  fileName: z.string(),
  bytes: z.int(),
  addedAt: instant,
  /** Agency only; null for others. */
  addedBy: z.string().nullable(),
});

const docSchema = z.object({
  ownerKey: key,
  ownerName: z.string(),
  docKey: key,
  title: z.string(),
  audience: z.enum(DOC_AUDIENCE_CODES),
  /** The only media partner who sees it; null for all. Left out except for the agency. */
  partnerKey: key.nullable(),
  partnerName: z.string().nullable(),
  rowVersion: z.int(),
  /** Newest first. */
  versions: z.array(docVersionSchema),
});
export type Doc = z.infer<typeof docSchema>;

export const docFileList = defineCall({
  id: 'docFileList',
  summary: 'The files that were uploaded for the caller’s side, with all their versions',
  route: 'GET /{p}/docs/files/list',
  owner: ['query', { session: 'A media partner’s files, at every owner that it works for.', groups: ['mp'] }],
  groups: ['ag', 'mp', 'cl'],
  permission: 'campaigns:View',
  query: z.strictObject({ ownerKey: keyParam.optional() }),
  response: z.array(docSchema),
});

export const docFileGet = defineCall({
  id: 'docFileGet',
  summary: 'One version of an uploaded file, always as a download',
  route: 'GET /{p}/{owner}/docs/files/{doc}/{version}/get',
  owner: 'path',
  groups: ['ag', 'mp', 'cl'],
  permission: 'campaigns:View',
  kind: 'download',
  response: z.unknown(),
});

const change = {
  owner: 'path',
  groups: ['ag'],
  permission: 'clients:Update',
} as const;

export const docFileUpload = defineCall({
  ...change,
  id: 'docFileUpload',
  summary: 'Stores a file for an owner, or a newer version of one',
  route: 'POST /ag/{owner}/docs/files/import',
  kind: 'upload',
  file: { endings: DOC_FILE_ENDINGS, bytes: DOC_FILE_BYTES },
  query: z.strictObject({
    /** File to add a version to; if left out, a new file is created and the other fields are required. */
    docKey: keyParam.optional(),
    title: docTitleSchema.optional(),
    audience: z.enum(DOC_AUDIENCE_CODES).optional(),
    partnerKey: keyParam.optional(),
  }),
  response: z.object({ docKey: key, version: z.int() }),
});

export const docFileSave = defineCall({
  ...change,
  id: 'docFileSave',
  summary: 'Changes the title or the audience of a file; refused if it was changed since it was read',
  route: 'POST /ag/{owner}/docs/files/save',
  body: z.strictObject({
    docKey: key,
    rowVersion: z.int(),
    title: docTitleSchema,
    audience: z.enum(DOC_AUDIENCE_CODES),
    partnerKey: key.nullable(),
  }),
  response: z.object({ rowVersion: z.int() }),
});

export const docFileRemove = defineCall({
  ...change,
  id: 'docFileRemove',
  summary: 'Takes a file with all its versions away',
  route: 'POST /ag/{owner}/docs/files/remove',
  body: z.strictObject({ docKey: key }),
  response: z.object({ removedAt: instant }),
});
