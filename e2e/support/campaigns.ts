import { type Campaign, type FilterOptions } from '@paceline/contract';
import { expect, type Page } from '@playwright/test';
import { callAsPage, freshName } from './accounts.ts';
import { signInFor } from './sign-in.ts';
import { type DemoUser } from './users.ts';

export const LISTS = '/s/cl/allocations/campaigns';
const OWNER = 'Crestview University Online';

export const openFor = (page: Page, path: string, user?: DemoUser): Promise<number> =>
  signInFor(page, OWNER, path, user);

export const optionsOf = async (page: Page, owner: number): Promise<FilterOptions> =>
  (await callAsPage(page, `/ag/${owner}/filters/get`)).data as FilterOptions;

/** A channel's line item with a unique name: files identify it by name. */
export const lineItemOf = ({ lineItems }: FilterOptions, channel: string) => {
  const lineItem = lineItems.find(
    (item) =>
      item.active && item.channel === channel && lineItems.filter(({ name }) => name === item.name).length === 1,
  );
  if (!lineItem) throw new Error(`No line item of ${channel}`);
  return lineItem;
};

/** A live campaign, created by API. */
export const makeCampaign = async (page: Page, owner: number): Promise<Campaign> => {
  const options = await optionsOf(page, owner);
  const code = freshName('E2E').replace('.', '-').toUpperCase();
  const { status, data } = await callAsPage(page, `/ag/${owner}/campaign/save`, {
    name: `Browser test ${code}`,
    vendorKey: options.partners.find(({ active }) => active)?.key,
    clientGoalKey: lineItemOf(options, 'ppl').key,
    campaignCode: code,
    clientCampaignCode: 'E2E',
    campaignReoccuring: false,
    clientDesktopBidPrice: 40,
    aggDesktopBidPrice: 30,
    postingConfirmed: true,
    activate: true,
  });
  expect(status).toBe(200);
  return data as Campaign;
};
export const readCampaign = async (page: Page, { campaignKey }: Pick<Campaign, 'campaignKey'>): Promise<Campaign> =>
  (await callAsPage(page, `/ag/campaign/${campaignKey}/get`)).data as Campaign;

export const statusButton = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^Status of ${name}: `) });
