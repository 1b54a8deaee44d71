import { platformDataConnectionSave, platformDataPushKeySave } from '@paceline/contract';
import { type SignedIn, type TestApp } from '../app.ts';
import { type Request } from '../calls/audited-calls.ts';
import { GOOGLE_CREDENTIAL } from '../factories/google-ads.ts';
import { makePlatformAccount, sendReport } from '../platform-reports.ts';

type Write = [entity: string, request: (world: { ownerKey: number }, as: SignedIn) => Promise<Request>];

const REPORT = ['Day,Campaign,Campaign ID,Impr.,Clicks,Cost', '2026-03-01,Search,1,100,5,12.50'];

/** Requests of the calls about platform data, each of which succeeds, and what the audit log has to name. */
export const platformDataWrites = (app: TestApp): Record<string, Write> => {
  const newAccount = (ownerKey: number, accountId: string): Promise<number> =>
    app.asMigrator((tx) => makePlatformAccount(tx, ownerKey, 'Google Ads', accountId));
  return {
    platformDataUpload: [
      'platformFile',
      async ({ ownerKey }) => {
        const source = await newAccount(ownerKey, '900-000-0001');
        return { params: { owner: ownerKey, source }, file: REPORT };
      },
    ],
    platformDataUndo: [
      'platformFile',
      async ({ ownerKey }, as) => {
        const source = await newAccount(ownerKey, '900-000-0005');
        const { file } = await sendReport(app, as, { owner: ownerKey, source }, REPORT.join('\n'));
        return { params: { owner: ownerKey, source, fileKey: file.fileKey } };
      },
    ],
    platformDataConnectionSave: [
      'platformConnection',
      async ({ ownerKey }) => ({
        params: { owner: ownerKey },
        body: { source: await newAccount(ownerKey, '900-000-0002'), credential: GOOGLE_CREDENTIAL },
      }),
    ],
    platformDataConnectionRemove: [
      'platformConnection',
      async ({ ownerKey }, as) => {
        const request = { params: { owner: ownerKey }, body: { source: await newAccount(ownerKey, '900-000-0003') } };
        await app.call(platformDataConnectionSave, as, {
          ...request,
          body: { ...request.body, credential: GOOGLE_CREDENTIAL },
        });
        return request;
      },
    ],
    platformDataFetch: [
      'platformFile',
      async ({ ownerKey }, as) => {
        const request = { params: { owner: ownerKey }, body: { source: await newAccount(ownerKey, '900-000-0004') } };
        await app.call(platformDataConnectionSave, as, {
          ...request,
          body: { ...request.body, credential: GOOGLE_CREDENTIAL },
        });
        return request;
      },
    ],
    platformDataPushKeySave: [
      'platformPushKey',
      async ({ ownerKey }) => ({ params: { owner: ownerKey }, body: { source: 'website' } }),
    ],
    platformDataPushKeyRemove: [
      'platformPushKey',
      async ({ ownerKey }, as) => {
        const request = { params: { owner: ownerKey }, body: { source: 'website' as const } };
        await app.call(platformDataPushKeySave, as, request);
        return request;
      },
    ],
  };
};
