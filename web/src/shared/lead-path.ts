import { pathTo } from '../lib/address/paths.ts';
import { groupOfSession } from '../lib/session/session-store.ts';

export const leadPath = (leadKey: number): string =>
  pathTo(groupOfSession() === 'mp' ? 'mpLeadDetails' : 'leadDetails', { searchType: 'lead', keyCode: leadKey });
