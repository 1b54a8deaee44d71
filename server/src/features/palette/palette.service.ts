import { type CallResponse, hasPermission, type paletteSearch } from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database, type WorkOptions } from '../../db/scope/tx.ts';
import { type Session } from '../../http/guard/session.ts';
import { listFoundCampaigns, listFoundLineItems, listFoundOrders } from './palette.queries.ts';

interface Viewer {
  scope: Scope;
  session: Session;
}

/** Only results the caller may open: line items are the agency's, insertion orders are no client's. */
export const search = (
  db: Database,
  { scope, session }: Viewer,
  { term, first = 0 }: { term: string; first?: number | undefined },
  options: WorkOptions,
): Promise<CallResponse<typeof paletteSearch>> =>
  db.readScope(
    scope,
    async (tx) => {
      const question = { ownerKeys: session.ownerKeys, term, first };
      const maySeeGoals = session.group === 'ag' && hasPermission(session.permissions, 'goals:View');
      const maySeeOrders = session.group !== 'cl' && hasPermission(session.permissions, 'allocations:View');
      return {
        campaigns: hasPermission(session.permissions, 'campaigns:View') ? await listFoundCampaigns(tx, question) : [],
        lineItems: maySeeGoals ? await listFoundLineItems(tx, question) : [],
        orders: maySeeOrders ? await listFoundOrders(tx, question) : [],
      };
    },
    options,
  );
