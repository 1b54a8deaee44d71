import { createGunzip } from 'node:zlib';
import { pipeline, Readable } from 'node:stream';
import {
  type CallBody,
  LEAD_EXPORT,
  type LeadExport,
  type leadExportCount,
  type LeadExportQuestion,
  type Permission,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { type Download } from '../../../http/answers/download.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Origin } from '../../../lib/origin.ts';
import { openFilePart } from '../../../lib/secrets/seal.ts';
import { CSV_TYPE } from '../../../lib/sheet/csv-cells.ts';
import { XLSX_TYPE } from '../../../lib/sheet/write-sheet.ts';
import { aboutFile, widgetFilters } from '../../../shared/about-file.queries.ts';
import { audit } from '../../../shared/audit.ts';
import { type ExportDeps, streamDownload } from './download-leads.ts';
import {
  countDownloads,
  type ExportId,
  findPart,
  findReady,
  holdExportsOf,
  insertExport,
  listExports,
  removeExport,
  removeParts,
  updateCancelled,
} from './export.queries.ts';
import { daysProblem, fileNameOf, fitsFormat, isAtOnce } from './export.rules.ts';
import { findOwnersZone } from '../../../shared/owners-zone.queries.ts';
import { type AskedLeads, countLeads, countPartners, listClientsCampaigns } from './rows.queries.ts';

interface Caller {
  scope: Scope;
  origin: Origin;
  session: { permissions: ReadonlySet<Permission> };
  signal: AbortSignal;
}

const wrong = (field: string, message: string): AppError =>
  new AppError('VALIDATION', { message, errors: [{ field, code: 'invalid', message }] });

type Question = Omit<LeadExportQuestion, 'format' | 'wholePeople'>;

/** The question with keys. One that is not the owner's is refused at its field. */
export const resolveQuestion = async (tx: Tx, scope: Scope, question: Question): Promise<AskedLeads> => {
  const problem = daysProblem(question);
  if (problem !== null) throw wrong('endDate', problem);
  const { ownerKey, startDate, endDate, leadStatus } = question;
  const clientKeys = [...new Set(question.clientKeys)];
  const partnerKeys = [...new Set(question.mediaPartnerKeys)];
  const timeZone = await findOwnersZone(tx, ownerKey);
  if (timeZone === undefined) throw new AppError('NOT_FOUND');
  const of = clientKeys.length === 0 ? null : await listClientsCampaigns(tx, ownerKey, clientKeys);
  if (of !== null && of.clients < clientKeys.length) throw wrong('clientKeys', 'One of the clients is not known here.');
  if (partnerKeys.length > 0 && (await countPartners(tx, partnerKeys)) < partnerKeys.length)
    throw wrong('mediaPartnerKeys', 'One of the media partners is not known here.');
  return {
    ownerKey,
    startDate,
    endDate,
    timeZone,
    statuses: leadStatus.length === 0 ? null : leadStatus,
    campaignKeys: of?.campaignKeys ?? null,
    partnerKeys: partnerKeys.length === 0 ? null : partnerKeys,
    leadKeys: question.leadCaptureKeys ?? null,
    // Media partners see no personal data.
    hasPeople: scope.group !== 'mp',
  };
};

/** Header lines that describe the file. */
export const aboutLeads = async (
  tx: Tx,
  scope: Scope,
  { ownerKey, clientKeys, mediaPartnerKeys, leadCaptureKeys }: Question,
  now: Date,
): Promise<string[]> => {
  const filters = await widgetFilters(tx, { clientKeys, partnerKeys: mediaPartnerKeys });
  const chosen = leadCaptureKeys ? [`${leadCaptureKeys.length.toLocaleString('en-US')} chosen leads`] : [];
  return aboutFile(tx, { scope, ownerKey, filters: [...filters, ...chosen], now });
};

/** A download cannot be refused once it has started, so the right to unmasked people is checked first. */
const assertMayHave = (
  { session, scope }: Pick<Caller, 'session' | 'scope'>,
  { wholePeople }: LeadExportQuestion,
): void => {
  // Clients may see people one by one only.
  if (wholePeople && (scope.group !== 'ag' || !session.permissions.has('leadanalyzer:ViewPII')))
    throw new AppError('FORBIDDEN', {
      message: 'You do not have the right to see whole people. Ask for the file with people masked.',
    });
};

export const countForExport = (
  { db }: ExportDeps,
  { scope, signal }: Caller,
  question: CallBody<typeof leadExportCount>,
) =>
  db.readScope(
    scope,
    async (tx) => {
      const resolved = await resolveQuestion(tx, scope, question);
      const leads = await countLeads(tx, scope, resolved, LEAD_EXPORT.sheetRows + 1);
      return {
        leads: Math.min(leads, LEAD_EXPORT.sheetRows),
        isMore: leads > LEAD_EXPORT.sheetRows,
        inBackground: !isAtOnce(question, leads),
      };
    },
    { signal },
  );

/** The audit entry of an export: its question and size, and no personal data. */
export const exportRecord = ({ leadCaptureKeys, ...question }: LeadExportQuestion, leads: number) => ({
  ...question,
  ...(leadCaptureKeys && { chosen: leadCaptureKeys.length }),
  leads,
});

/** Takes the user's only place, with an audit entry of the question. */
const takePlace = (
  { db, clock }: ExportDeps,
  { scope, origin }: Caller,
  { question, leads, isDirect }: { question: LeadExportQuestion; leads: number; isDirect: boolean },
  aliveSeconds: number,
): Promise<number> =>
  db.withScope(scope, async (tx) => {
    const at = clock.now();
    const { ownerKey } = question;
    await holdExportsOf(tx, ownerKey);
    if (isDirect && (await countDownloads(tx, ownerKey)) >= LEAD_EXPORT.downloadsPerOwner)
      throw new AppError('ALREADY_RUNNING', {
        message: `${LEAD_EXPORT.downloadsPerOwner} downloads of these leads are running. Try again in a moment, or have the file written in the background.`,
      });
    const exportKey = await insertExport(tx, scope, { question, leads, isDirect, at, aliveSeconds });
    if (exportKey === null)
      throw new AppError('ALREADY_RUNNING', {
        message: 'You have an export that is not finished. Wait for it, or cancel it under My exports.',
      });
    await audit(tx, scope, origin, at, {
      action: isDirect ? 'leadsExported' : 'leadExportStarted',
      ownerKey,
      entity: 'leadExport',
      entityKey: exportKey,
      after: exportRecord(question, leads),
    });
    return exportKey;
  });

/** How long a download lives without a heartbeat; one is written every few seconds. */
const ALIVE_SECONDS = 60;

/** Streams the file while the browser waits. */
export const exportLeads = async (
  deps: ExportDeps,
  caller: Caller,
  question: LeadExportQuestion,
): Promise<Download> => {
  assertMayHave(caller, question);
  const { scope, signal, origin } = caller;
  const { selection, leads, about } = await deps.db.readScope(
    scope,
    async (tx) => {
      const resolved = await resolveQuestion(tx, scope, question);
      return {
        selection: resolved,
        leads: await countLeads(tx, scope, resolved, LEAD_EXPORT.leadsAtOnce + 1),
        about: await aboutLeads(tx, scope, question, deps.clock.now()),
      };
    },
    { signal },
  );
  if (!isAtOnce(question, 0))
    throw new AppError('RANGE_TOO_LONG', {
      message: `A file at once has at most ${LEAD_EXPORT.daysAtOnce} days. Have it written in the background.`,
      errors: [{ field: 'endDate', code: 'range', message: `Choose at most ${LEAD_EXPORT.daysAtOnce} days.` }],
    });
  if (!isAtOnce(question, leads))
    throw new AppError('FILE_LIMIT', {
      message: `More than ${LEAD_EXPORT.leadsAtOnce.toLocaleString('en-US')} leads match. Have the file written in the background.`,
    });
  const exportKey = await takePlace(deps, caller, { question, leads, isDirect: true }, ALIVE_SECONDS);
  const id = { ownerKey: question.ownerKey, exportKey };
  const written = streamDownload(deps, {
    scope,
    origin,
    signal,
    id,
    question,
    selection,
    about,
    aliveSeconds: ALIVE_SECONDS,
  });
  return { fileName: fileNameOf(question), ...written };
};

export const startExport = async (deps: ExportDeps, caller: Caller, question: LeadExportQuestion) => {
  assertMayHave(caller, question);
  const leads = await deps.db.readScope(
    caller.scope,
    async (tx) => {
      const resolved = await resolveQuestion(tx, caller.scope, question);
      return countLeads(tx, caller.scope, resolved, LEAD_EXPORT.sheetRows + 1);
    },
    { signal: caller.signal },
  );
  if (!fitsFormat(question.format, leads))
    throw wrong('format', 'More leads match than a workbook holds. Choose .csv, or fewer days.');
  return { exportKey: await takePlace(deps, caller, { question, leads, isDirect: false }, ALIVE_SECONDS) };
};

export const listMyExports = ({ db, clock }: ExportDeps, { scope }: Pick<Caller, 'scope'>): Promise<LeadExport[]> =>
  db.readScope(scope, (tx) => listExports(tx, scope, clock.now()));

/** Cancels an export, waiting or running. Its writer notices at the next piece. */
export const cancelExport = ({ db, clock }: ExportDeps, { scope, origin }: Caller, id: ExportId): Promise<null> =>
  db.withScope(scope, async (tx) => {
    const at = clock.now();
    if (!(await updateCancelled(tx, scope, id, at))) throw new AppError('NOT_FOUND');
    await removeParts(tx, id);
    await audit(tx, scope, origin, at, {
      action: 'leadExportCancelled',
      ownerKey: id.ownerKey,
      entity: 'leadExport',
      entityKey: id.exportKey,
    });
    return null;
  });

export const removeMyExport = ({ db, clock }: ExportDeps, { scope, origin }: Caller, id: ExportId): Promise<null> =>
  db.withScope(scope, async (tx) => {
    if (!(await removeExport(tx, scope, id))) throw new AppError('NOT_FOUND');
    await audit(tx, scope, origin, clock.now(), {
      action: 'leadExportRemoved',
      ownerKey: id.ownerKey,
      entity: 'leadExport',
      entityKey: id.exportKey,
    });
    return null;
  });

/** The stored file, one part at a time: a slow reader keeps no transaction open. */
export const readExportFile = async (
  { db, clock, secret }: ExportDeps,
  caller: Caller,
  id: ExportId,
): Promise<Download> => {
  const { scope, origin } = caller;
  const { question, sizeBytes } = await db.withScope(scope, async (tx) => {
    const file = await findReady(tx, scope, id, clock.now());
    if (file === null) throw new AppError('NOT_FOUND', { message: 'This file is no longer kept.' });
    assertMayHave(caller, file.question);
    await audit(tx, scope, origin, clock.now(), {
      action: 'leadExportTaken',
      ownerKey: id.ownerKey,
      entity: 'leadExport',
      entityKey: id.exportKey,
      after: exportRecord(file.question, file.rowsWritten),
    });
    return file;
  });
  const parts = async function* (): AsyncGenerator<Buffer, void> {
    for (let place = 0; ; place += 1) {
      const sealed = await db.readScope(scope, (tx) => findPart(tx, id, place));
      if (sealed === undefined) return;
      yield openFilePart(secret, { ...id, place }, sealed);
    }
  };
  return {
    fileName: fileNameOf(question),
    contentType: question.format === 'csv' ? CSV_TYPE : XLSX_TYPE,
    sizeBytes,
    // A failure ends the answer before its declared size, so the browser saves nothing.
    content: pipeline(Readable.from(parts(), { objectMode: false }), createGunzip(), () => undefined),
  };
};
