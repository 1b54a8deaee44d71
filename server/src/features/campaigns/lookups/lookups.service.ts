import { type CallResponse, type CampaignChannel, type channelDetails, type Vendor } from '@paceline/contract';
import { AppError } from '../../../lib/app-error.ts';
import { type Caller, type CampaignDeps } from '../caller.ts';
import {
  type ChannelRow,
  listChannels,
  listClientCodes,
  listCustomChannels,
  listPlatforms,
  listVendors,
  listVendorsOfClients,
} from './lookups.queries.ts';

type Reader = Pick<Caller, 'scope'>;

/** A client finds the partners that work for it; the agency also finds all others. */
export const searchVendors = (
  { db }: CampaignDeps,
  { scope }: Reader,
  ownerKey: number,
  term: string,
): Promise<Vendor[]> =>
  db.readScope(scope, (tx) => listVendors(tx, ownerKey, term, { onlyMapped: scope.group !== 'ag' }));

/** One code that is not a client of the caller's refuses the whole question: an answer for the rest would reveal which one. */
export const readVendorsOfClients = (
  { db }: CampaignDeps,
  { scope }: Reader,
  clientCodes: readonly string[],
): Promise<Vendor[]> =>
  db.readScope(scope, async (tx) => {
    const existing = new Set(await listClientCodes(tx, clientCodes));
    if (clientCodes.some((code) => !existing.has(code.toLowerCase()))) throw new AppError('NOT_FOUND');
    return listVendorsOfClients(tx, clientCodes);
  });

export const readChannels = ({ db }: CampaignDeps, { scope }: Reader): Promise<ChannelRow[]> =>
  db.readScope(scope, listChannels);

export const readChannel = (
  { db }: CampaignDeps,
  { scope }: Reader,
  channel: CampaignChannel,
): Promise<CallResponse<typeof channelDetails>> =>
  db.readScope(scope, async (tx) => {
    const row = (await listChannels(tx)).find((one) => one.channel === channel);
    if (row === undefined) throw new AppError('NOT_FOUND');
    return {
      ...row,
      customChannels: await listCustomChannels(tx, channel),
      tradingPlatforms: await listPlatforms(tx, channel),
    };
  });
