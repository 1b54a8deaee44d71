import {
  CAMPAIGN_STATUSES,
  type CampaignChannel,
  type CampaignListRow,
  type FilterOptions,
  type StatusGroup,
  type SubStatus,
} from '@paceline/contract';
import type { ListFilter } from '../api.ts';
import { type CampaignSearch, STATUS_GROUP_KEYS } from './campaign-search.ts';

const isGroup = (status: StatusGroup | SubStatus): status is StatusGroup =>
  (STATUS_GROUP_KEYS as string[]).includes(status);

const listed = (keys: readonly number[] | undefined): string | undefined => keys?.join(',');

/** What the address asks for, as the call takes it. */
export const listFilter = (search: CampaignSearch, channel: CampaignChannel): ListFilter => {
  const { q, code, status, partner, client, lineItem, campus, customChannel } = search;
  const filter: ListFilter = {
    channel,
    aggregatorKey: listed(partner),
    clientKey: listed(client),
    goalKey: listed(lineItem),
    campusKey: listed(campus),
    channelCustomKey: listed(customChannel),
    text: q?.slice(0, 100),
    code: code?.slice(0, 30),
    ...(status !== undefined && (isGroup(status) ? { statusGroup: status } : { subStatus: status })),
  };
  // The same question must be the same key: what is not asked is not in it.
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
};

/** Whether anything narrows the list at all. */
export const isNarrowed = ({ view: _view, ...search }: CampaignSearch): boolean =>
  Object.values(search).some((value) => value !== undefined);

const namesOf = (
  options: readonly { key: number; name: string }[] | undefined,
  keys: readonly number[] | undefined,
): string[] | undefined =>
  keys && (options ?? []).filter(({ key }) => keys.includes(key)).map(({ name }) => name.toLowerCase());

/**
 * The same filters for a list that is there whole. A row has no keys of its client and campuses: they are known by their
 * names, which for one media partner is enough.
 */
export const rowFilter = (
  search: CampaignSearch,
  options: Pick<FilterOptions, 'clients' | 'campuses'> | undefined,
): ((row: CampaignListRow) => boolean) => {
  const { owner, status, channel, lineItem, customChannel, code } = search;
  const clients = namesOf(options?.clients, search.client);
  const campuses = namesOf(options?.campuses, search.campus);
  const isStatus = (code_: SubStatus): boolean =>
    status === undefined || (isGroup(status) ? CAMPAIGN_STATUSES[code_].group === status : code_ === status);
  return (row) =>
    (owner === undefined || row.ownerKey === owner) &&
    isStatus(row.subStatus) &&
    (channel === undefined || channel.includes(row.channel)) &&
    (lineItem === undefined || lineItem.includes(row.goalKey)) &&
    (customChannel === undefined || customChannel.includes(row.channelCustomKey ?? 0)) &&
    (clients === undefined || clients.includes(row.clientName.toLowerCase())) &&
    (campuses === undefined || campuses.some((name) => row.campusName.toLowerCase().split(', ').includes(name))) &&
    (code === undefined || row.campaignCode.toLowerCase().startsWith(code.toLowerCase()));
};
