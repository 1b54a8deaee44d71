import { type Labels } from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { getPrintedBranding } from '../../../shared/branding.ts';
import { queueMail } from '../../../shared/mail.ts';
import { findLabels } from '../../../shared/owner-variant.queries.ts';
import { listReaders, type Reader, viewerOf } from '../../../shared/readers.ts';
import { dashboardMail } from '../mails/dashboard-mail.ts';
import { reportMail } from '../mails/report-mail.ts';
import { askAs, askDashboard, type SendDeps } from './ask-as.ts';
import { type ReaderNow, whyNoMail, whyNotSend, whyNotShown } from './may-read.rules.ts';
import {
  endRun,
  findRun,
  holdReader,
  listWaiting,
  type ReaderResult,
  type StartedRun,
  updateReader,
} from './runs.queries.ts';
import { updatePaused } from './schedules.queries.ts';

interface RunId {
  ownerKey: number;
  runKey: number;
}

const nowOf = (reader: Reader | undefined): ReaderNow | null => {
  const viewer = reader && viewerOf(reader);
  return reader && viewer
    ? { ...viewer, userKey: reader.userKey, partnerKey: reader.partnerKey, ownerKeys: reader.ownerKeys }
    : null;
};

/** The owner's words, in which a reason names fields. */
const getLabels = async (tx: Tx, ownerKey: number): Promise<Labels> => (await findLabels(tx, [ownerKey])) ?? 'default';

/** What every mail of a run says. */
const commonParts = async (
  deps: SendDeps,
  tx: Tx,
  { ownerKey }: RunId,
  run: StartedRun,
  reader: Reader,
  now: ReaderNow,
) => ({
  to: reader.email,
  firstName: reader.firstName,
  owner: { ownerKey, name: run.ownerName },
  by: run.makerName,
  time: run,
  isTest: run.cause === 'test',
  hasPage: now.group !== 'mp' && now.permissions.has('reports:Build'),
  publicUrl: deps.publicUrl,
  brand: await getPrintedBranding(tx, ownerKey),
});

const sendView = async (
  deps: SendDeps,
  tx: Tx,
  { id, run, reader, now }: Sending,
  view: NonNullable<StartedRun['view']>,
): Promise<ReaderResult> => {
  const reason = whyNotShown(now, view.question, run, await getLabels(tx, id.ownerKey));
  if (reason !== null) return { state: 'skipped', reason };
  const { answer, about } = await askAs(deps, id.ownerKey, now, view.question);
  const mail = await reportMail({
    ...(await commonParts(deps, tx, id, run, reader, now)),
    view: { ...view, name: run.viewName, description: run.description },
    answer,
    about,
    fileKind: run.fileKind === 'pdf' ? 'xlsx' : run.fileKind,
  });
  await queueMail(tx, mail);
  return { state: 'sent', rowCount: answer.rowCount };
};

const sendDashboard = async (
  deps: SendDeps,
  tx: Tx,
  { id, run, maker, reader, now }: Sending,
  dashboard: NonNullable<StartedRun['dashboard']>,
): Promise<ReaderResult> => {
  const { cards, about } = await askDashboard(
    deps,
    tx,
    { ownerKey: id.ownerKey, run, maker, reader: now },
    dashboard.cards,
  );
  const mail = await dashboardMail({
    ...(await commonParts(deps, tx, id, run, reader, now)),
    dashboard: { dashboardKey: dashboard.dashboardKey, name: run.viewName, description: run.description },
    cards,
    about,
  });
  await queueMail(tx, mail);
  return { state: 'sent', rowCount: cards.length };
};

interface Sending {
  id: RunId;
  run: StartedRun;
  maker: ReaderNow;
  reader: Reader;
  now: ReaderNow;
}

const mailTo = async (deps: SendDeps, tx: Tx, parts: Omit<Sending, 'now'>): Promise<ReaderResult> => {
  const { id, run, reader } = parts;
  const now = nowOf(reader);
  const reason = whyNoMail(now, id.ownerKey);
  if (now === null || reason !== null) return { state: 'skipped', reason: reason ?? '' };
  try {
    const sending = { ...parts, now };
    if (run.view !== null) return await sendView(deps, tx, sending, run.view);
    if (run.dashboard !== null) return await sendDashboard(deps, tx, sending, run.dashboard);
    return { state: 'skipped', reason: 'There is nothing to send.' };
  } catch (error) {
    // A question that the engine refuses is refused every time; other errors are retried.
    if (!(error instanceof AppError)) throw error;
    return { state: 'skipped', reason: error.errors?.[0]?.message ?? error.message };
  }
};

/** One reader, in one transaction with the mail: after it they no longer wait, even if the process dies. */
const serveReader = (
  deps: SendDeps,
  id: RunId,
  { run, maker }: Pick<Sending, 'run' | 'maker'>,
  userKey: number,
): Promise<void> =>
  deps.db.withScope(deps.systemScope(id.ownerKey), async (tx) => {
    if (!(await holdReader(tx, id.ownerKey, id.runKey, userKey))) return;
    const [reader] = await listReaders(tx, userKey);
    const result: ReaderResult =
      reader === undefined
        ? { state: 'skipped', reason: whyNoMail(null, id.ownerKey) ?? '' }
        : await mailTo(deps, tx, { id, run, maker, reader });
    await updateReader(tx, id.ownerKey, id.runKey, userKey, result, deps.clock.now());
  });

/** No mail is sent in the name of a user who may no longer send it. */
const stopRun = (deps: SendDeps, { ownerKey, runKey }: RunId, run: StartedRun, reason: string): Promise<void> =>
  deps.db.withScope(deps.systemScope(ownerKey), async (tx) => {
    const at = deps.clock.now();
    for (const userKey of await listWaiting(tx, ownerKey, runKey))
      await updateReader(tx, ownerKey, runKey, userKey, { state: 'skipped', reason }, at);
    await endRun(tx, ownerKey, runKey, at);
    await updatePaused(tx, ownerKey, run.scheduleKey, { at, reason });
  });

/** Sends a run to all readers who still wait for it. It can be restarted at any point. */
export const sendRun = async (deps: SendDeps, id: RunId): Promise<void> => {
  const { ownerKey, runKey } = id;
  const { run, maker, waiting, labels } = await deps.db.readScope(deps.systemScope(ownerKey), async (tx) => {
    const storedRun = await findRun(tx, ownerKey, runKey);
    return {
      run: storedRun,
      maker: storedRun && nowOf((await listReaders(tx, storedRun.makerKey))[0]),
      waiting: await listWaiting(tx, ownerKey, runKey),
      labels: await getLabels(tx, ownerKey),
    };
  });
  if (run === undefined || maker === undefined) return;
  const noun = run.dashboard === null ? 'view' : 'dashboard';
  const reason = run.isViewRemoved
    ? `The ${noun} was deleted.`
    : whyNotSend(maker, ownerKey, run, run.view?.question ?? null, labels);
  if (maker === null || reason !== null) return stopRun(deps, id, run, reason ?? '');
  const failures: unknown[] = [];
  for (const userKey of waiting)
    await serveReader(deps, id, { run, maker }, userKey).catch((error: unknown) => void failures.push(error));
  await deps.db.withScope(deps.systemScope(ownerKey), async (tx) => {
    const at = deps.clock.now();
    const { sent, waiting: left } = await endRun(tx, ownerKey, runKey, at);
    if (sent === 0 && left === 0 && run.cause !== 'test')
      await updatePaused(tx, ownerKey, run.scheduleKey, { at, reason: 'None of its readers may get it any more.' });
  });
  // The queue retries, only for those who still wait.
  if (failures.length > 0) throw failures[0];
};
