import {
  bulkCampaignImport,
  bulkPpcCampaignImport,
  campaignStatusesUpload,
  mediaSourceUpload,
  overviewCampaignImport,
} from '@paceline/contract';
import { type CarriedCall, carried } from '../../../shared/import-dialog/import-api.ts';

/** A kind of campaign file: name, description and upload call. */
export interface FileKind {
  /** The server's name. */
  kind: string;
  title: string;
  text: string;
  /** The template: from this page, or instructions for using a list's export. */
  start: 'ppl' | 'platform' | { fromList: string };
  upload: (owner: number) => CarriedCall;
}

export const FILE_KINDS: readonly FileKind[] = [
  {
    kind: 'pplCampaigns',
    title: 'PPL campaigns',
    text: 'New campaigns as drafts, and changes to existing ones: names, codes, dates, prices, caps, programs and states.',
    start: 'ppl',
    upload: (owner) => carried(bulkCampaignImport, { params: { owner } }),
  },
  {
    kind: 'platformCampaigns',
    title: 'PPC, social and display campaigns',
    text: 'New campaigns with the platform campaign linked to each, and changes to names, codes, budgets and dates.',
    start: 'platform',
    upload: (owner) => carried(bulkPpcCampaignImport, { params: { owner } }),
  },
  {
    kind: 'overviewCampaigns',
    title: 'Channels, line items and dates',
    text: 'Custom channel, line item, rollover and dates of campaigns of every channel, by their keys.',
    start: { fromList: 'It has all columns of this file; other columns are ignored.' },
    upload: (owner) => carried(overviewCampaignImport, { params: {}, query: { ownerKey: String(owner) } }),
  },
  {
    kind: 'campaignStatuses',
    title: 'Statuses',
    text: 'Pauses, resumes and ends campaigns: a key or a code, an action (PAUSE, RESUME or END), dates and a reason.',
    start: { fromList: 'Add the column Action, and Start Date, End Date and Reason as you need them.' },
    upload: (owner) => carried(campaignStatusesUpload, { params: { owner } }),
  },
  {
    kind: 'campaignSources',
    title: 'Media sources',
    text: 'Allows, blocks or removes sources of campaigns: a code, a source tag, an action (ALLOW, BLOCK or REMOVE), price and cap.',
    start: { fromList: 'Keep its Campaign Code, and add the columns Source Tag and Action.' },
    upload: (owner) => carried(mediaSourceUpload, { params: { owner } }),
  },
];
