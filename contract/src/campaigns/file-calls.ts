import { z } from 'zod';
import { bulkImportResultSchema, bulkUploadQuery } from '../core/calls/bulk.ts';
import { defineCall } from '../core/calls/call.ts';
import { key, keyParam } from '../core/calls/schema.ts';

const agency = ['ag'] as const;
const upload = {
  groups: agency,
  permission: 'campaigns:Bulk',
  kind: 'upload',
  response: bulkImportResultSchema,
} as const;

export const bulkCampaignImport = defineCall({
  ...upload,
  id: 'bulkCampaignImport',
  summary: 'Imports a file of pay-per-lead campaigns, or only says what that would do',
  route: 'POST /ag/{owner}/bulkcampaigndata/import',
  owner: 'path',
  query: bulkUploadQuery,
});

export const bulkPpcCampaignImport = defineCall({
  ...upload,
  id: 'bulkPpcCampaignImport',
  summary: 'Imports a file of campaigns on trading platforms, or only says what that would do',
  route: 'POST /ag/bulk/{owner}/bulkPPCcampaig/import',
  owner: 'path',
  query: bulkUploadQuery,
});

export const overviewCampaignImport = defineCall({
  ...upload,
  id: 'overviewCampaignImport',
  summary: 'Imports a file of channels, line items, rollover and dates, or only says what that would do',
  route: 'POST /{p}/overviewcampaign/import',
  owner: 'query',
  query: bulkUploadQuery.extend({ ownerKey: keyParam }),
});

/** Succeeds only if rows were applied, or if none were to be applied. */
export const campaignStatusesUpload = defineCall({
  ...upload,
  id: 'campaignStatusesUpload',
  summary: 'Pauses, resumes and ends campaigns from a file',
  route: 'POST /ag/{owner}/campaign/status/import',
  owner: 'path',
  query: bulkUploadQuery,
});

export const mediaSourceUpload = defineCall({
  ...upload,
  id: 'mediaSourceUpload',
  summary: 'Imports a file of sources that campaigns allow or block, or only says what that would do',
  route: 'POST /ag/{owner}/mediasource/import',
  owner: 'path',
  query: bulkUploadQuery,
});

/** Filters by client, pricing model and trading platform; omitted filters do not apply. */
const templateSchema = z.strictObject({
  ownerKey: key,
  clientKey: key.nullish(),
  clientModelName: z.string().trim().max(100).nullish(),
  tradingPlatformKey: key.nullish(),
});
const template = {
  groups: agency,
  permission: 'campaigns:Bulk',
  kind: 'download',
  body: templateSchema,
  response: z.null(),
  rateLimit: 'export',
} as const;

export const bulkCampaignTemplateExport = defineCall({
  ...template,
  id: 'bulkCampaignTemplateExport',
  summary: 'Campaigns of a client as a workbook that the import takes back; with a platform, its campaigns to link',
  route: 'POST /ag/bulkcampaign/template/export',
  owner: 'body',
});

export const bulkPpcCampaignExport = defineCall({
  ...template,
  id: 'bulkPpcCampaignExport',
  summary: 'Campaigns on trading platforms as a workbook that the import takes back',
  route: 'POST /ag/bulk/ppccampaign/export',
  owner: 'body',
});
