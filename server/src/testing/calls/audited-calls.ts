import { type AnyCall } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { type SignedIn } from '../app.ts';
import { listFileIds, onlyReads, READING_POSTS } from './reading-calls.ts';

export const A_LAYOUT = {
  layoutKey: null,
  name: 'Made by a test',
  shared: true,
  layout: {
    order: ['name'],
    hidden: [],
    widths: {},
    sort: [],
    filters: {},
    filtersOpen: false,
    density: 'compact' as const,
  },
};

export interface Request {
  params?: Record<string, number | string>;
  query?: Record<string, string | number>;
  body?: unknown;
  /** The lines of an upload. */
  file?: readonly string[];
  /** What the file is called, where it is no .csv. */
  fileName?: string;
  headers?: Record<string, string>;
  as?: SignedIn;
}

/** Calls that change something, or write a file that is no list's, and leave no line, each for a reason. */
const OFF_RECORD: Record<string, readonly string[]> = {
  'writes a file': [
    'allocationsScreenExport',
    'reportFile',
    'billableExport',
    'statementAgingExport',
    'allOwnersFile',
    'ioLinkFile',
    'reconciliationExport',
    'bulkCampaignTemplateExport',
    'bulkPpcCampaignExport',
  ],
  'leaves a line for each lead, which its own test sees': [
    'leadRelease',
    'leadPersonView',
    'leadNoteSave',
    'leadMove',
    'leadOverride',
    'returnRequest',
    'returnComment',
    'returnDecide',
    'returnWithdraw',
  ],
  'leaves a line about the one that was looked at, which its own test sees': ['auditValuesView', 'leadCurl'],
  'leaves a line beside its file, which its own test sees': [
    'auditExport',
    'leadEvidence',
    'leadsExport',
    'tradingPlatformExport',
    'leadExportFile',
    'privacyFile',
  ],
  'says what would change; that it is changed is on record': [
    'leadUpdatePreview',
    'leadRecheckPreview',
    'milestonePreview',
  ],
  'writes a record of sign-ins, which is a log itself': ['userLoginSave'],
  'keeps a form that nobody else sees; what becomes of it is on record when it is saved': [
    'campaignDraftSave',
    'campaignDraftRemove',
  ],
  'says how one’s own screen begins': ['layoutDefault', 'savedViewDefault'],
  'says what one has read': ['alertMark'],
  'says what one has open': ['allocationsPulse'],
};

/** Why a call leaves no line in the audit log, by its id. Lists and their files need no entry above. */
export const offRecord = (calls: readonly AnyCall[]): ReadonlyMap<string, string> =>
  new Map([
    ...[...calls.filter(onlyReads).map(({ id }) => id), ...READING_POSTS].map((id) => [id, 'reads'] as const),
    ...listFileIds(calls).map((id) => [id, 'writes a file'] as const),
    ...Object.entries(OFF_RECORD).flatMap(([why, ids]) => ids.map((id) => [id, why] as const)),
  ]);

/** A test of criteria that waits. */
export const makeReplay = async (tx: Tx, ownerKey: number, clientKey: number): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into criteria_replay (owner_key, client_key, base_version, body, days, started_by, created_at)
    select ${ownerKey}, ${clientKey}, 0, '{}', 30, min(user_key), now() from user_account returning replay_key as key
  `.execute(tx);
  return rows[0]!.key;
};
