import { type CallResponse, type ioRecipientList } from '@paceline/contract';
import { expect, type Page } from '@playwright/test';
import { callAsPage } from './accounts.ts';

interface PlannedRow {
  campaignKey?: number;
  channel?: string | null;
  monthlyAllocation?: number | null;
}

/** Orders are created from next month's allocations, which do not exist yet in the first hours of a month. */
export const planNextMonth = async (page: Page, ownerKey: number): Promise<void> => {
  const lines = await page.evaluate(async (owner) => {
    const { accessToken } = JSON.parse(localStorage.getItem('paceline.session') ?? '') as { accessToken: string };
    const path = `/api/ag/brand/all/nextmonth/campaignsummary/list?ownerKey=${owner}`;
    const response = await fetch(path, { headers: { authorization: `Bearer ${accessToken}` } });
    return (await response.text()).split('\n').filter((line) => line !== '');
  }, ownerKey);
  const rows = lines.map((line) => JSON.parse(line) as PlannedRow);
  const open = rows.filter(({ channel, monthlyAllocation }) => channel === 'ppl' && monthlyAllocation === null);
  if (open.length === 0) return;
  const changes = open.map(({ campaignKey }) => ({ campaignKey, changes: { userDefinedMonthlyAllocation: 50 } }));
  expect(await callAsPage(page, `/ag/${ownerKey}/allocations/next/save`, { rows: changes })).toMatchObject({
    status: 200,
  });
};

/** Sends next month's orders of an owner to the contacts of one media partner, as the agency. */
export const sendOrdersTo = async (page: Page, ownerKey: number, partnerName: string): Promise<void> => {
  await planNextMonth(page, ownerKey);
  const { data } = await callAsPage(page, `/ag/io/${ownerKey}/nextmonth/recipients`);
  const { clients, contacts } = data as CallResponse<typeof ioRecipientList>;
  const body = {
    clientKeys: clients.map(({ clientKey }) => clientKey),
    emailNotificationKeys: contacts
      .filter((contact) => contact.partnerName === partnerName)
      .map(({ emailNotificationKey }) => emailNotificationKey),
    customMessage: '',
  };
  expect(await callAsPage(page, `/ag/io/${ownerKey}/nextmonth/email`, body)).toMatchObject({ status: 200 });
};
