import {
  type BulkImportResult,
  bulkCampaignImport,
  bulkCampaignTemplateExport,
  bulkPpcCampaignExport,
  bulkPpcCampaignImport,
  campaignStatusesUpload,
  mediaSourceUpload,
  overviewCampaignImport,
} from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type AnyBulk } from '../../../shared/bulk/define-bulk.ts';
import { receiveUpload } from '../../../shared/bulk/receive-upload.ts';
import { type CampaignDeps } from '../caller.ts';
import { overviewCampaignsBulk } from './overview.bulk.ts';
import { platformCampaignsBulk } from './platform.bulk.ts';
import { pplCampaignsBulk } from './ppl.bulk.ts';
import { campaignSourcesBulk } from './sources.bulk.ts';
import { campaignStatusesBulk } from './statuses.bulk.ts';
import { campaignTemplate, platformCampaigns } from './templates.ts';

/** The kinds of files about campaigns, for the calls that apply and undo them. */
export const campaignBulkKinds: readonly AnyBulk[] = [
  pplCampaignsBulk,
  platformCampaignsBulk,
  overviewCampaignsBulk,
  campaignStatusesBulk,
  campaignSourcesBulk,
];

/** A file of statuses that changed nothing is no success, whatever the reason. */
const assertApplied = (result: BulkImportResult): BulkImportResult => {
  if ((result.applied?.rows ?? 0) > 0) return result;
  const errors = result.rows.flatMap(({ row, errors: remarks }) =>
    remarks.map(({ column, message }) => ({
      field: column ?? '',
      row,
      code: 'row',
      message: `Row ${row}: ${message}`,
    })),
  );
  throw new AppError('IMPORT_ERRORS', { errors });
};

export const fileRoutes = (register: Register, deps: CampaignDeps): void => {
  register(bulkCampaignImport, ({ params, query, upload, ...caller }) =>
    receiveUpload(deps, caller, pplCampaignsBulk, { upload, ownerKey: params.owner, params: {}, apply: query.apply }),
  );
  register(bulkPpcCampaignImport, ({ params, query, upload, ...caller }) =>
    receiveUpload(deps, caller, platformCampaignsBulk, {
      upload,
      ownerKey: params.owner,
      params: {},
      apply: query.apply,
    }),
  );
  register(overviewCampaignImport, ({ query, upload, ...caller }) =>
    receiveUpload(deps, caller, overviewCampaignsBulk, {
      upload,
      ownerKey: query.ownerKey,
      params: {},
      apply: query.apply,
    }),
  );
  register(campaignStatusesUpload, async ({ params, query, upload, ...caller }) => {
    const { apply } = query;
    const result = await receiveUpload(deps, caller, campaignStatusesBulk, {
      upload,
      ownerKey: params.owner,
      params: {},
      apply,
    });
    return apply === 'no' ? result : assertApplied(result);
  });
  register(mediaSourceUpload, ({ params, query, upload, ...caller }) =>
    receiveUpload(deps, caller, campaignSourcesBulk, {
      upload,
      ownerKey: params.owner,
      params: {},
      apply: query.apply,
    }),
  );
  register(bulkCampaignTemplateExport, (context) => campaignTemplate(deps, context, context.body));
  register(bulkPpcCampaignExport, (context) => platformCampaigns(deps, context, context.body));
};
