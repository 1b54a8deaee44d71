import {
  CAMPAIGN_PAGE_MONTHS,
  type CallResponse,
  type campaignFigures,
  type Permission,
  type UserGroup,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type WorkOptions } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { loadOwnerDay } from '../../../metrics/periods/period-facts.ts';
import { getOwnerVariant } from '../../../shared/owner-variant.queries.ts';
import { findCampaignCode } from '../breakdown/breakdown.queries.ts';
import { streamOwner } from '../summary/summary.service.ts';
import { loadMonths } from './months.ts';

interface Reader {
  scope: Scope;
  session: { group: UserGroup; permissions: ReadonlySet<Permission> };
}

/** A campaign's row as its sheet shows it, and its months as reports show them. */
export const getCampaignFigures = async (
  { db, clock }: { db: Database; clock: Clock },
  { scope, session }: Reader,
  campaignKey: number,
  options: WorkOptions,
): Promise<CallResponse<typeof campaignFigures>> =>
  db.readScope(
    scope,
    async (tx) => {
      const campaign = await findCampaignCode(tx, campaignKey);
      if (campaign === undefined) throw new AppError('NOT_FOUND');
      const { ownerKey } = campaign;
      const now = clock.now();
      const { group, permissions } = session;
      const question = { scope, group, key: 'all', ownerKey, month: 'current', campaignKey } as const;
      const sheet = await Array.fromAsync(streamOwner(tx, ownerKey, question, now));
      const at = await loadOwnerDay(tx, ownerKey, now);
      const current = at.today.toPlainYearMonth();
      const months = Array.from({ length: CAMPAIGN_PAGE_MONTHS }, (_, index) =>
        current.subtract({ months: CAMPAIGN_PAGE_MONTHS - 1 - index }),
      );
      return {
        today: at.today.toString(),
        timeZone: at.zone,
        band: (await getOwnerVariant(tx, ownerKey)).variant.pacingBand,
        sheet,
        ...(await loadMonths(tx, { ownerKey, campaignKey, months, viewer: { group, permissions }, at, now })),
      };
    },
    options,
  );
