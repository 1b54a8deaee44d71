import { hash } from 'node:crypto';
import { type PostingInstructions } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { type Download } from '../../../http/answers/download.ts';
import { type Session } from '../../../http/guard/session.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type Origin } from '../../../lib/origin.ts';
import { PDF_TYPE, writePdf } from '../../../lib/pdf/write-pdf.ts';
import { getPrintedBranding } from '../../../shared/branding.ts';
import { audit } from '../../../shared/audit.ts';
import { loadCampaignRules } from '../../../shared/intake/load-rules.queries.ts';
import { loadStatusInput, lookForLead } from '../../../shared/intake/lookups.queries.ts';
import { changesBetween, readCells } from '../describe/changes.rules.ts';
import { type Describing, type Reader, sampleLead } from '../describe/describing.ts';
import { ruleSections } from '../describe/rule-sections.ts';
import { writeInstructions } from '../describe/write-instructions.ts';
import { instructionsOpenApi } from '../write/instructions-openapi.ts';
import { instructionsDocument } from '../write/instructions-pdf.ts';
import { findNames, findReading, upsertReading } from './instructions.queries.ts';

export interface DocsDeps {
  db: Database;
  clock: Clock;
  secret: Buffer;
  publicUrl: string;
}

interface DocsCaller {
  /** The product's own scope: a client's criteria are not readable to partners as rows. */
  systemScope: Scope | null;
  scope: Scope;
  session: Session;
  origin: Origin;
}

/** The campaign of the instructions, and their reader. */
interface Wanted {
  ownerKey: number;
  campaignKey: number;
  reader: Reader;
  /** Null: the caller is no media partner. */
  partnerKey: number | null;
}

/** The rules of a campaign, if the reader may know them; otherwise not found. */
export const describe = async (
  tx: Tx,
  { clock, secret, publicUrl }: DocsDeps,
  { ownerKey, campaignKey, reader, partnerKey }: Wanted,
): Promise<Describing> => {
  const now = clock.now();
  const rules = await loadCampaignRules(tx, ownerKey, campaignKey);
  if (rules === null || (reader === 'mp' && rules.campaign.partnerKey !== partnerKey)) throw new AppError('NOT_FOUND');
  const status = await loadStatusInput(tx, ownerKey, campaignKey, now);
  const names = await findNames(tx, ownerKey, rules.campaign.partnerKey);
  const lookups = status && (await lookForLead(tx, secret, rules, sampleLead(rules, now), now));
  if (status === null || names === null || lookups === null) throw new AppError('NOT_FOUND');
  const brand = await getPrintedBranding(tx, ownerKey);
  return { rules, plan: status.plan, lookups, ...names, now, reader, publicUrl, brand };
};

const versionOf = (cells: object): string => hash('sha256', JSON.stringify(cells));

const wantedBy = ({ systemScope, session }: DocsCaller, campaignKey: number): { scope: Scope; wanted: Wanted } => {
  const [ownerKey] = systemScope?.ownerKeys ?? [];
  if (systemScope === null || ownerKey === undefined) throw new AppError('NOT_FOUND');
  const { group: reader, partnerKey } = session;
  return { scope: systemScope, wanted: { ownerKey, campaignKey, reader, partnerKey } };
};

/** The part of a campaign's rules that the caller may know, read in a read-only transaction. */
const describedFor = (deps: DocsDeps, caller: DocsCaller, campaignKey: number): Promise<Describing> => {
  const { scope, wanted } = wantedBy(caller, campaignKey);
  return deps.db.readScope(scope, (tx) => describe(tx, deps, wanted));
};

export const getPdfFile = async (deps: DocsDeps, caller: DocsCaller, campaignKey: number): Promise<Download> => {
  const describing = await describedFor(deps, caller, campaignKey);
  const written = writeInstructions(describing);
  return {
    fileName: `posting-instructions-${written.campaignCode}.pdf`,
    contentType: PDF_TYPE,
    content: await writePdf({ ...instructionsDocument(written), brand: describing.brand }),
  };
};

export const getOpenApiFile = async (deps: DocsDeps, caller: DocsCaller, campaignKey: number): Promise<Download> => {
  const describing = await describedFor(deps, caller, campaignKey);
  return {
    fileName: `openapi-${describing.rules.campaign.code}.json`,
    contentType: 'application/json; charset=utf-8',
    content: Buffer.from(JSON.stringify(instructionsOpenApi(describing), null, 2)),
  };
};

export const getInstructions = async (
  deps: DocsDeps,
  caller: DocsCaller,
  campaignKey: number,
): Promise<PostingInstructions> => {
  const { scope, wanted } = wantedBy(caller, campaignKey);
  const { userKey } = caller.session;
  return deps.db.readScope(scope, async (tx) => {
    const { rules, reference, ...written } = writeInstructions(await describe(tx, deps, wanted));
    const reading = await findReading(tx, { ...wanted, userKey });
    const cells = readCells(rules);
    return {
      ...written,
      sections: [...rules, ...reference],
      lastReadAt: reading?.readAt.toISOString() ?? null,
      changes: reading === null ? [] : changesBetween(reading.cells, cells),
      version: versionOf(cells),
    };
  });
};

const CHANGED = 'The instructions have changed since this page was opened. Reload it to see what is new.';

/** Stores what the user has read. Changes made since it was shown count as unread. */
export const markRead = async (
  deps: DocsDeps,
  caller: DocsCaller,
  campaignKey: number,
  version: string,
): Promise<{ lastReadAt: string }> => {
  const { wanted } = wantedBy(caller, campaignKey);
  const cells = readCells(ruleSections(await describedFor(deps, caller, campaignKey)));
  if (versionOf(cells) !== version)
    throw new AppError('STALE_ROW', {
      message: CHANGED,
      errors: [{ field: 'version', code: 'conflict', message: CHANGED }],
    });
  const at = deps.clock.now();
  await deps.db.withScope(caller.scope, async (tx) => {
    const { ownerKey } = wanted;
    await upsertReading(tx, { ownerKey, campaignKey, userKey: caller.session.userKey }, at, cells);
    await audit(tx, caller.scope, caller.origin, at, {
      action: 'postingInstructionsRead',
      ownerKey,
      entity: 'campaign',
      entityKey: campaignKey,
    });
  });
  return { lastReadAt: at.toISOString() };
};
