import { type LeadExportQuestion } from '@paceline/contract';
import { type FastifyBaseLogger } from 'fastify';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Origin } from '../../../lib/origin.ts';
import { type WrittenFile } from '../../../lib/sheet/write-sheet.ts';
import { audit } from '../../../shared/audit.ts';
import { type LeadDeps } from '../details.service.ts';
import { type ExportId, removeDownload } from './export.queries.ts';
import { keepAlive } from './keep-alive.ts';
import { streamLeadFile } from './lead-file.ts';
import { type AskedLeads } from './rows.queries.ts';

export interface ExportDeps extends LeadDeps {
  log: Pick<FastifyBaseLogger, 'error'>;
}

interface DownloadParts {
  scope: Scope;
  origin: Origin;
  /** Aborts when the browser disconnects. */
  signal: AbortSignal;
  id: ExportId;
  question: LeadExportQuestion;
  selection: AskedLeads;
  about: readonly string[];
  aliveSeconds: number;
}

/**
 * The file as a stream. However it ends (completed, aborted by the browser, cancelled in another tab, failed), its place is released and
 * its result recorded.
 */
export const streamDownload = (deps: ExportDeps, parts: DownloadParts): WrittenFile => {
  const { db, clock, log, secret } = deps;
  const { scope, origin, signal, id, question, selection, about, aliveSeconds } = parts;
  const progress = { rows: 0, isWhole: false };
  const alive = keepAlive(deps, scope, id, { worker: null, seconds: aliveSeconds, rows: () => progress.rows });

  let ending: Promise<void> | null = null;
  const end = (): Promise<void> =>
    (ending ??= (async () => {
      alive.stop();
      await db.withScope(scope, async (tx) => {
        await removeDownload(tx, id);
        await audit(tx, scope, origin, clock.now(), {
          action: 'leadsExportEnded',
          outcome: progress.isWhole ? 'done' : 'failed',
          ownerKey: id.ownerKey,
          entity: 'leadExport',
          entityKey: id.exportKey,
          after: { rows: progress.rows },
        });
      });
    })().catch((error: unknown) => log.error({ err: error, ...id }, 'the end of a download was not written down')));

  const stopped = AbortSignal.any([signal, alive.lost]);
  const onRows = (rows: number): void => void (progress.rows += rows);
  const file = streamLeadFile({ db, secret, scope, question, selection, about, signal: stopped, onRows }, (isWhole) => {
    progress.isWhole = isWhole;
    return end();
  });
  // The first row may never have been requested.
  file.content.once('close', () => void end());
  return file;
};
