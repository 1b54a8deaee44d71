import { type ClientCriteriaRecord } from '@paceline/contract';
import { type Page } from '@playwright/test';
import { callAsPage } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { takeScreens } from '../support/screens.ts';
import { ownerInAddress, signInAt, signInFor, signOut } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER, demoUser } from '../support/users.ts';

const PATH = '/s/cl/leadmanagement/returns';
const PARTNER_PATH = '/s/mp/leadmanagement/returns';
const heading = (page: Page) => page.getByRole('heading', { name: 'Returns', level: 1 });
const open = async (page: Page, lead: string) => {
  // A lead's newest request comes first.
  await page.getByRole('gridcell').getByRole('button', { name: lead }).first().click();
  return page.getByRole('dialog', { name: lead });
};

interface Lead {
  leadId: string;
  leadCaptureKey: number;
  ownerName: string;
}

/** The partner's delivered leads at the owner, newest first. */
const deliveredLeads = async (page: Page): Promise<Lead[]> => {
  const { status, data } = await callAsPage(page, '/mp/lead/search', { leadStatus: ['DLV'], limit: 500 });
  expect(status).toBe(200);
  return (data as { rows: Lead[] }).rows.filter(({ ownerName }) => ownerName === AN_OWNER).slice(0, 200);
};

/** Two leads that the return window and limits allow the client to return. */
const returnable = async (page: Page, ownerKey: number, leads: readonly Lead[]): Promise<[Lead, Lead]> => {
  const body = { ownerKey, leads: leads.map(({ leadId }) => leadId), reasonCode: 'WRONG_NUMBER' };
  const { data } = await callAsPage(page, '/cl/lead/return/preview', body);
  const ready = (data as { rows: { leadId: string; refusal: string | null }[] }).rows.filter(
    (row) => row.refusal === null,
  );
  const [one, two] = leads.filter(({ leadId }) => ready.some((row) => row.leadId === leadId));
  if (one === undefined || two === undefined) throw new Error('The demo has too few leads that can be returned');
  return [one, two];
};

/** The small scenario has few leads: with the usual limits none of them could be returned on some days. */
const allowReturns = async (page: Page, ownerKey: number): Promise<void> => {
  const { data: clients } = await callAsPage(page, `/ag/${ownerKey}/cl/list`);
  for (const { clientKey } of clients as { clientKey: number }[]) {
    const { data } = await callAsPage(page, `/ag/client/${clientKey}/criteria/list`);
    const { version, criteria } = data as ClientCriteriaRecord;
    const returns = { ...criteria.returns, windowDays: 90, maxPercent: 100 };
    const body = { version, criteria: { ...criteria, returns } };
    expect((await callAsPage(page, `/ag/client/${clientKey}/criteria/save`, body)).status).toBe(200);
  }
};

test('a client asks to return leads, the media partner comments, the agency decides', async ({ page }) => {
  await allowReturns(page, await signInFor(page, AN_OWNER, PATH));
  await signOut(page);
  await signInAt(page, PARTNER_PATH, demoUser('partner.admin'));
  await expect(heading(page)).toBeVisible();
  const leads = await deliveredLeads(page);
  await signOut(page);

  // The client pastes ids: leads that cannot be returned show the reason before anything is sent.
  await signInAt(page, PATH, demoUser('client.admin'));
  await expect(heading(page)).toBeVisible();
  const ownerKey = ownerInAddress(page);
  const [one, two] = await returnable(page, ownerKey, leads);
  await page.getByRole('button', { name: 'Request returns' }).click();
  const asking = page.getByRole('dialog', { name: 'Request returns' });
  await asking.getByRole('textbox', { name: 'Lead IDs' }).fill(`${one.leadId}, L-UNKNOWN`);
  await asking.getByRole('combobox', { name: 'Reason' }).selectOption('NEVER_INQUIRED');
  await asking.getByRole('textbox', { name: 'Note' }).fill('Somebody else filled in the form');
  await asking.getByRole('button', { name: 'Check leads' }).click();
  await expect(asking.getByText('1 of 2 can be returned.')).toBeVisible();
  await expect(asking.getByText('There is no such lead.')).toBeVisible();
  await expectAccessible(page);
  await takeScreens(page, 'returns-request');
  await asking.getByRole('button', { name: 'Request 1 return' }).click();
  await expect(page.getByText('1 return requested.')).toBeVisible();
  await expect(page.getByRole('gridcell').getByRole('button', { name: one.leadId })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Media price' })).toHaveCount(0);

  // Withdrawn, and requested again.
  const mine = await open(page, one.leadId);
  await mine.getByRole('button', { name: 'Withdraw', exact: true }).click();
  const withdrawing = page.getByRole('dialog', { name: `Withdraw the return of ${one.leadId}` });
  await withdrawing.getByRole('button', { name: 'Withdraw return' }).click();
  await expect(withdrawing.getByText('Enter a reason.')).toBeVisible();
  await withdrawing.getByRole('textbox', { name: 'Reason' }).fill('Asked for the wrong lead');
  await withdrawing.getByRole('button', { name: 'Withdraw return' }).click();
  await expect(page.getByText('The return is withdrawn.')).toBeVisible();
  await expect(mine.getByText('Withdrawn', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const again = await callAsPage(page, '/cl/lead/return/request', {
    ownerKey,
    leads: [one.leadId],
    reasonCode: 'NEVER_INQUIRED',
    note: 'Somebody else filled in the form',
  });
  expect(again.data).toMatchObject({ requested: 1 });

  // Another from its own page, on a phone and by keyboard.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/#/s/cl/leadmanagement/leaddetails/lead/${two.leadCaptureKey}?owner=${ownerKey}`);
  await page.getByRole('button', { name: 'Request return', exact: true }).focus();
  await page.keyboard.press('Enter');
  const single = page.getByRole('dialog', { name: `Request return: ${two.leadId}` });
  await expect(single.getByText('Can be returned until')).toBeVisible();
  await expectAccessible(page);
  await single.getByRole('button', { name: 'Request 1 return' }).press('Enter');
  await expect(page.getByRole('list', { name: 'Timeline' }).getByText('Return requested')).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signOut(page);

  // The media partner sees both with their reasons, and only its own price.
  await signInAt(page, PARTNER_PATH, demoUser('partner.admin'));
  const detail = await open(page, one.leadId);
  await expect(detail.getByText('Never inquired')).toBeVisible();
  await expect(detail.getByText('Client price')).toHaveCount(0);
  await detail.getByRole('textbox', { name: 'Comment' }).fill('We have a recording of the call.');
  await detail.getByRole('button', { name: 'Add comment' }).click();
  await expect(
    detail.getByRole('list', { name: 'Comments' }).getByText('We have a recording of the call.'),
  ).toBeVisible();
  await expectAccessible(page);
  await takeScreens(page, 'returns-partner');
  await page.keyboard.press('Escape');
  await signOut(page);

  // The agency declines one and accepts the other from the table.
  await signInFor(page, AN_OWNER, `${PATH}?state=OPEN`, demoUser('agency.leads'));
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole('gridcell').getByRole('button', { name: one.leadId })).toBeVisible();
  await expectAccessible(page);
  await takeScreens(page, 'returns-agency');
  const drawer = await open(page, one.leadId);
  await expect(drawer.getByText('We have a recording of the call.')).toBeVisible();
  await expect(drawer.getByText(/is open: accepting reduces its bill\.$/)).toBeVisible();
  await takeScreens(page, 'returns-drawer');
  await drawer.getByRole('button', { name: 'Decline' }).click();
  const declining = page.getByRole('dialog', { name: 'Decline 1 return' });
  await declining.getByRole('button', { name: 'Decline 1 return' }).click();
  await expect(declining.getByText('Write why it is declined.')).toBeVisible();
  await declining.getByRole('textbox', { name: 'Reason' }).fill('The media partner has a recording');
  await declining.getByRole('button', { name: 'Decline 1 return' }).click();
  await expect(page.getByText('1 return declined.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('checkbox', { name: `Select ${two.leadId}` }).check();
  await page.getByRole('region', { name: 'Selected returns' }).getByRole('button', { name: 'Accept' }).click();
  const accepting = page.getByRole('dialog', { name: 'Accept 1 return' });
  await expect(accepting.getByText(/^Accepting reduces the bill for .+ by \$/)).toBeVisible();
  await expectAccessible(page);
  await takeScreens(page, 'returns-accept');
  await accepting.getByRole('button', { name: 'Accept 1 return' }).click();
  await expect(page.getByText('1 return accepted.')).toBeVisible();
  await page.goto(`/#/s/cl/leadmanagement/leaddetails/lead/${two.leadCaptureKey}`);
  await expect(page.getByRole('list', { name: 'Timeline' }).getByText('Return accepted')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Not billable' })).toBeVisible();
});
