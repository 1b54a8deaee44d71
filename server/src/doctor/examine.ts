import { type Config } from '../config.ts';
import { inspectEmbedded } from '../db/embedded/inspect.ts';
import { openStore, type Store } from '../db/store.ts';
import { type Clock, clockFrom, systemClock } from '../lib/clock.ts';
import { StartupError } from '../lib/startup-error.ts';
import { checkCertificate } from './certificates.ts';
import {
  checkClock,
  checkDurable,
  checkMigrations,
  checkMonths,
  checkReachable,
  checkRole,
} from './database-checks.ts';
import { type Finding, fine, note, refused } from './finding.ts';
import { checkKeys } from './keys-check.ts';
import { checkBackups, checkDisk } from './machine-checks.ts';
import { checkFigures, checkWaiting } from './work-checks.ts';

type Check = () => Promise<Finding | Finding[]>;

/** Runs checks; a check that throws is a finding too and does not stop the others. */
const runChecks = async (about: string, checks: readonly Check[]): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for (const check of checks)
    findings.push(
      ...(await check().then(
        (finding) => [finding].flat(),
        (error: unknown) => [refused(about, error)],
      )),
    );
  return findings;
};

const isWrong = ({ level }: Finding): boolean => level === 'wrong';

const examineDatabase = async (config: Config, { ownerUrl, appUrl }: Store, clock: Clock): Promise<Finding[]> => {
  const reachable = await checkReachable(ownerUrl);
  if (isWrong(reachable)) return [reachable];
  const state = await runChecks('database', [
    () => checkRole(ownerUrl, appUrl),
    () => checkDurable(ownerUrl),
    // A fixed demo clock is not compared.
    ...(config.now === null ? [() => checkClock(ownerUrl, () => clock.now())] : []),
  ]);
  const migrations = await checkMigrations(ownerUrl);
  // Without the expected schema the other checks cannot run.
  if (isWrong(migrations)) return [reachable, ...state, migrations];
  const work = await runChecks('database', [
    () => checkKeys(config, ownerUrl),
    () => checkMonths(ownerUrl, clock.now()),
    () => checkWaiting(ownerUrl, clock.now()),
    () => checkFigures(ownerUrl, clock),
  ]);
  return [reachable, ...state, migrations, ...work];
};

const examineStore = async (config: Config, clock: Clock): Promise<Finding[]> => {
  const findings: Finding[] = [];
  if (config.databaseUrl === null) {
    const state = await inspectEmbedded(config.dataDir);
    if (state === 'none')
      return [note('database', `There is no database in ${config.dataDir} yet.`, 'npm start makes one.')];
    findings.push(
      state === 'running'
        ? fine('database', `The embedded database in ${config.dataDir} runs.`)
        : note('database', `The embedded database in ${config.dataDir} does not run; it was started for this look.`),
    );
  }
  let store: Store;
  try {
    store = await openStore(config);
  } catch (error) {
    return [...findings, refused('database', error)];
  }
  try {
    return [...findings, ...(await examineDatabase(config, store, clock))];
  } finally {
    await store.close();
  }
};

/** Examines an installation from its settings to its figures. It repairs nothing. */
export const examine = async (readSettings: () => Config): Promise<Finding[]> => {
  let config: Config;
  try {
    config = readSettings();
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return [refused('settings', error)];
  }
  const clock = config.now === null ? systemClock : clockFrom(config.now);
  const findings = [fine('settings', `They are valid (PACELINE_ENV is ${config.env}).`)];
  findings.push(...(await examineStore(config, clock)));
  findings.push(
    ...(await runChecks('machine', [
      () => checkDisk(config.dataDir),
      () => checkBackups(config.backupDir, clock.now()),
      ...(config.production ? [() => checkCertificate('PUBLIC_URL', config.publicUrl, clock.now())] : []),
      ...(config.smtpUrl === null ? [] : [() => checkCertificate('SMTP_URL', config.smtpUrl!, clock.now())]),
    ])),
  );
  return findings;
};

export const linesOf = (findings: readonly Finding[]): string[] => {
  const WORDS = { fine: 'ok   ', note: 'note ', wrong: 'WRONG' };
  const count = findings.filter(isWrong).length;
  return [
    ...findings.flatMap(({ level, about, says, advice }) => [
      `${WORDS[level]} ${about}: ${says}`,
      ...(advice === undefined ? [] : [`      ${advice}`]),
    ]),
    count === 0 ? 'Nothing is wrong.' : `${count} ${count === 1 ? 'thing is' : 'things are'} wrong.`,
  ];
};
