import { type Permission, type Statement, statementGet, type StatementRow, statementSearch } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll } from 'vitest';
import { openFacts } from '../../db/facts/facts.ts';
import { systemScope } from '../../jobs/system-scope.ts';
import { closeMonth, reopenMonth } from '../../shared/billing/close-month.ts';
import { type SignedIn, type TestApp } from '../app.ts';
import { makeCampaign, makeLead, makeOwner, makePartner } from './factories.ts';

const RIGHTS: Permission[] = ['reports:Billable', 'reports:View'];

/** An owner with one client and a campaign of each of two partners. */
export interface BilledPlace {
  ownerKey: number;
  clientKey: number;
  campaigns: readonly { campaignKey: number; partnerKey: number }[];
}

/** Owners with closed months, for tests of what becomes of statements. Prices are marks that the other side may not see. */
export const useBilledPlaces = (app: TestApp, prices: { client: number; media: number }) => {
  const partners: number[] = [];
  beforeAll(async () => {
    const facts = openFacts(app.ownerUrl);
    await facts.ensureMonths(new Date('2026-01-15'), new Date('2026-12-15'));
    await facts.close();
    await app.asMigrator(async (tx) => void partners.push(await makePartner(tx), await makePartner(tx)));
  });
  const by = (at: string) => ({ userKey: null, at: new Date(at), reason: '' });

  const makePlace = (): Promise<BilledPlace> =>
    app.asMigrator(async (tx) => {
      const { ownerKey } = await makeOwner(tx);
      const one = await makeCampaign(tx, { ownerKey, partnerKey: partners[0]! });
      const two = await makeCampaign(tx, { ownerKey, partnerKey: partners[1]!, goalKey: one.goalKey });
      const { rows } = await sql<{ clientKey: number }>`
        select client_key as "clientKey" from goal where owner_key = ${ownerKey} and goal_key = ${one.goalKey}`.execute(
        tx,
      );
      return { ownerKey, ...rows[0]!, campaigns: [one, two] };
    });
  const addLeads = ({ ownerKey, campaigns }: BilledPlace, which: 0 | 1, day: string, count: number) =>
    app.asMigrator(async (tx) => {
      for (let n = 0; n < count; n += 1)
        await makeLead(tx, {
          ownerKey,
          ...campaigns[which]!,
          day,
          clientPrice: prices.client,
          mediaPrice: prices.media,
        });
    });
  const close = ({ ownerKey }: BilledPlace, month: string, at: string) =>
    app.db.withScope(systemScope(ownerKey), (tx) => closeMonth(tx, ownerKey, month, by(at)));
  const reopen = ({ ownerKey }: BilledPlace, month: string, at: string) =>
    app.db.withScope(systemScope(ownerKey), (tx) => reopenMonth(tx, ownerKey, month, by(at)));

  const agency = (places: readonly BilledPlace[], ...more: Permission[]) =>
    app.signedIn('ag', { owners: places.map(({ ownerKey }) => ownerKey), permissions: [...RIGHTS, ...more] });
  const client = (place: BilledPlace) => app.signedIn('cl', { owners: [place.ownerKey], permissions: RIGHTS });
  const partner = (places: readonly BilledPlace[], which: 0 | 1) =>
    app.signedIn('mp', {
      owners: places.map(({ ownerKey }) => ownerKey),
      permissions: RIGHTS,
      partnerKey: partners[which]!,
    });

  const search = async (as: SignedIn, body: object): Promise<StatementRow[]> => {
    const answer = await app.call(statementSearch, as, { body: { sort: 'number', limit: 500, ...body } as never });
    return (answer.body.data as { rows: StatementRow[] }).rows;
  };
  const get = async (as: SignedIn, { ownerKey, statementKey }: Pick<StatementRow, 'ownerKey' | 'statementKey'>) =>
    (await app.call(statementGet, as, { params: { owner: ownerKey, statementKey } })).body.data as Statement;
  return { partners, makePlace, addLeads, close, reopen, agency, client, partner, search, get };
};
