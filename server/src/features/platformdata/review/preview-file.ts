import { type PlatformPreview } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { getAccount, type LoadDeps, problemOf, refusalOf } from '../loading/load-file.ts';
import { type Place, stageFresh } from '../loading/replace-days.ts';
import { compareDays } from './compare-days.ts';
import { previewIn } from './roll-back.ts';
import { type ReadReport, stageReport } from './stage-report.ts';

/** What a report would replace. It is read and checked like one that is loaded. */
export const previewFile = async (
  { db, clock }: LoadDeps,
  scope: Scope,
  place: Place,
  read: ReadReport,
): Promise<PlatformPreview> => {
  try {
    return await previewIn(db, scope, async (tx) => {
      const account = await getAccount(tx, place, clock.now(), false);
      const { table, format, warnings, range } = await stageReport(tx, account, place, read);
      await stageFresh(tx, table, place);
      return {
        report: format.report,
        formatName: format.name,
        firstDay: range.from,
        lastDay: range.to,
        warnings,
        ...(await compareDays(tx, table, place)),
      };
    });
  } catch (error) {
    const problem = problemOf(error);
    throw problem === null ? error : refusalOf(problem);
  }
};
