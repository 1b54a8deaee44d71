import { pathTo } from '../../lib/address/paths.ts';
import { groupOfSession } from '../../lib/session/session-store.ts';

/** Where a lead is opened. */
export const leadPath = (leadKey: number): string =>
  pathTo(groupOfSession() === 'mp' ? 'mpLeadDetails' : 'leadDetails', { searchType: 'lead', keyCode: leadKey });
