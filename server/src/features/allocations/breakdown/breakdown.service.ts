import { type AllocationMonth, isDimensionKey, type Permission, type UserGroup } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type WorkOptions } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { loadToday } from '../../../metrics/periods/period-facts.ts';
import { monthDays } from '../../../metrics/periods/periods.ts';
import { runReport } from '../../../metrics/report/report.ts';
import { findCampaignCode } from './breakdown.queries.ts';

interface Reader {
  scope: Scope;
  session: { group: UserGroup; permissions: ReadonlySet<Permission> };
}

interface BreakdownRow {
  value: string | null;
  grossLeads: number;
  validLeads: number;
  validRate: number | null;
  spend: number | null;
}

/** One campaign's month by the source of its inquiries: an ordinary report, filtered to one campaign. */
export const getBreakdown = async (
  { db, clock }: { db: Database; clock: Clock },
  { scope, session }: Reader,
  { campaignKey, dimension }: { campaignKey: number; dimension: string; month: AllocationMonth },
  options: WorkOptions,
): Promise<{ rows: BreakdownRow[] }> => {
  if (!isDimensionKey(dimension)) throw new AppError('NOT_FOUND');
  return db.readScope(
    scope,
    async (tx) => {
      const campaign = await findCampaignCode(tx, campaignKey);
      if (campaign === undefined) throw new AppError('NOT_FOUND');
      const now = clock.now();
      const { today } = await loadToday(tx, campaign.ownerKey, now);
      const { from, to } = monthDays(today.toPlainYearMonth());
      const { rows } = await runReport(
        tx,
        [campaign.ownerKey],
        {
          dimensions: [dimension],
          measures: ['grossLeads', 'validLeads', 'validRate', 'spend'],
          filters: [{ member: 'campaignCode', operator: 'equals', values: [campaign.code] }],
          timeDimensions: { dimension: 'date', granularity: null, dateRange: [from.toString(), to.toString()] },
          getTotal: false,
          order: [{ member: 'validLeads', direction: 'desc' }],
          limit: 200,
        },
        { ...session, channel: 'all', vertical: 'all' },
        now,
      );
      return {
        rows: rows.map((row) => ({
          value: row[dimension] as string | null,
          grossLeads: Number(row['grossLeads'] ?? 0),
          validLeads: Number(row['validLeads'] ?? 0),
          validRate: row['validRate'] as number | null,
          spend: row['spend'] as number | null,
        })),
      };
    },
    options,
  );
};
