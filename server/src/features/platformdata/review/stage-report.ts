import { REPORT_SUMS } from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { type TakeRows } from '../reading/read-report.ts';
import { ReportProblem } from '../reading/report-problem.ts';
import { type Expected, type ReportEnd } from '../reading/report-reader.ts';
import { DAY_TABLES } from '../loading/day-tables.ts';
import { type Account, findOthersCampaign } from '../loading/files.queries.ts';
import {
  createStage,
  type DayTable,
  findRange,
  insertStaged,
  type Place,
  type StagedRange,
} from '../loading/replace-days.ts';

export type ReadReport = (expected: Expected, take: TakeRows) => Promise<ReportEnd>;

interface StagedReport extends ReportEnd {
  table: DayTable;
  range: StagedRange;
}

/** A disconnected account gives no access, so a report for it is a mistake. A paused one still gets its late corrections. */
export const assertTakesReports = ({ name, status }: Account): void => {
  if (status === 'DISCONNECTED')
    throw new ReportProblem(`${name} is disconnected and takes no reports. Set it to active or paused first.`);
};

/** Stages the rows of a report while it is read, and refuses what is not this account's. */
export const stageReport = async (tx: Tx, account: Account, place: Place, read: ReadReport): Promise<StagedReport> => {
  assertTakesReports(account);
  const expected: Expected = {
    platformName: account.platformName,
    accountId: account.accountId,
    accountName: account.name,
    currency: account.currency,
    today: account.today,
    sums: REPORT_SUMS,
  };
  let staged: DayTable | null = null;
  const end = await read(expected, async (report, rows) => {
    if (staged === null) await createStage(tx, (staged = DAY_TABLES[report]));
    await insertStaged(tx, staged, rows);
  });
  const table = DAY_TABLES[end.format.report];
  if (staged === null) await createStage(tx, table);
  const range = end.covered ?? (await findRange(tx));
  if (range === null) throw new ReportProblem('The report has no rows.');
  if (place.accountKey !== null) {
    const other = await findOthersCampaign(tx, place);
    if (other !== undefined)
      throw new ReportProblem(`Campaign ${other.id} of the report belongs to the account ${other.accountName}.`);
  }
  return { ...end, table, range };
};
