import { campaignListQuery, type CampaignListRow } from '@paceline/contract';
import { expect, it } from 'vitest';
import { readCampaignSearch } from './campaign-search.ts';
import { isNarrowed, listFilter, rowFilter } from './prepare-list.ts';

const row = (change: Partial<CampaignListRow>) =>
  ({
    ownerKey: 1,
    goalKey: 7,
    channel: 'ppl',
    subStatus: 'LIVE',
    clientName: 'North Ground',
    campusName: 'Austin, Dallas',
    channelCustomKey: null,
    campaignCode: 'NGA-100',
    ...change,
  }) as CampaignListRow;

it('asks the server for what the address says', () => {
  const search = readCampaignSearch({ q: 'north', code: '100', status: 'stoppedByCap', partner: '3,7', lineItem: '5' });
  const filter = listFilter(search, 'ppl');
  expect(filter).toEqual({
    channel: 'ppl',
    text: 'north',
    code: '100',
    statusGroup: 'stoppedByCap',
    aggregatorKey: '3,7',
    goalKey: '5',
  });
  expect(campaignListQuery.safeParse(filter).success).toBe(true);
  expect(listFilter(readCampaignSearch({ status: 'DELETED' }), 'ppc')).toEqual({
    channel: 'ppc',
    subStatus: 'DELETED',
  });
});

it('reads nothing that it does not know out of an address', () => {
  const search = readCampaignSearch({ status: 'nowhere', owner: 'x', view: 'all', partner: 'a' });
  expect(isNarrowed(search)).toBe(false);
  expect(isNarrowed(readCampaignSearch({ view: 'unlinked' }))).toBe(false);
  expect(isNarrowed(readCampaignSearch({ code: '5' }))).toBe(true);
});

it.each([
  [{ owner: '2' }, { ownerKey: 2 }],
  [{ status: 'notRunning' }, { subStatus: 'PAUSED' }],
  [{ status: 'PAUSED' }, { subStatus: 'PAUSED' }],
  [{ channel: 'email' }, { channel: 'email' }],
  [{ lineItem: '9' }, { goalKey: 9 }],
  [{ customChannel: '4' }, { channelCustomKey: 4 }],
  [{ client: '12' }, { clientName: 'South Online' }],
  [{ campus: '32' }, { campusName: 'Waco' }],
  [{ code: 'sol' }, { campaignCode: 'SOL-1' }],
] as const)('%o leaves the one that fits', (address, change) => {
  const options = {
    clients: [
      { key: 11, name: 'North Ground', active: true, brandKey: 1 },
      { key: 12, name: 'South Online', active: true, brandKey: 1 },
    ],
    campuses: [
      { key: 31, name: 'Austin', active: true, clientKey: 11, modelKey: 1 },
      { key: 32, name: 'Waco', active: true, clientKey: 12, modelKey: 1 },
    ],
  };
  const keep = rowFilter(readCampaignSearch(address), options);
  expect([row({}), row(change as Partial<CampaignListRow>)].map(keep)).toEqual([false, true]);
});
