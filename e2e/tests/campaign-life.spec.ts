import { type Campaign } from '@paceline/contract';
import { callAsPage, freshName } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import {
  LISTS,
  lineItemOf,
  makeCampaign,
  openFor,
  optionsOf,
  readCampaign,
  statusButton,
} from '../support/campaigns.ts';
import { streamAsPage } from '../support/grid.ts';
import { signInAt, signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER, demoUser } from '../support/users.ts';

test('a draft with its prices is the agency’s alone: no media partner or client finds it', async ({ page }) => {
  const owner = await signInFor(page, AN_OWNER, '/s/account');
  const options = await optionsOf(page, owner);
  const code = freshName('DRAFT').replace('.', '-').toUpperCase();
  const name = `Undisclosed ${code}`;
  const saved = await callAsPage(page, `/ag/${owner}/campaign/save`, {
    name,
    vendorKey: options.partners.find((one) => one.name === 'BrightPath Media')?.key,
    clientGoalKey: lineItemOf(options, 'ppl').key,
    campaignCode: code,
    clientCampaignCode: 'E2E',
    campaignReoccuring: false,
    clientDesktopBidPrice: 4813.37,
    aggDesktopBidPrice: 3791.41,
  });
  expect(saved.status).toBe(200);
  const { campaignKey } = saved.data as Campaign;
  await page.goto(`/#${LISTS}/ppl?code=${code}`);
  await expect(statusButton(page, name)).toHaveText('Draft');

  for (const [user, group, list] of [
    ['partner.admin', 'mp', '/s/mp/allocations/campaigns/overview'],
    ['client.admin', 'cl', `${LISTS}/ppl`],
  ] as const) {
    await signInAt(page, `${list}?code=${code}${group === 'cl' ? `&owner=${owner}` : ''}`, demoUser(user));
    await expect(page.getByText('No campaigns match these filters')).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type(code);
    await expect(page.getByText(`Nothing matches “${code}”.`)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.goto(`/#/s/${group}/allocations/campaigns/summary/${campaignKey}?owner=${owner}`);
    await expect(
      page
        .getByRole('main')
        .getByText(/not found|does not exist|no longer/i)
        .first(),
    ).toBeVisible();
    await expect(page.getByText(/4,?813|3,?791/)).toHaveCount(0);
    expect((await callAsPage(page, `/${group}/campaign/${campaignKey}/get`)).status).toBe(404);
  }
});

test('a campaign is cloned under a code that is checked while typing', { tag: '@journey' }, async ({ page }) => {
  const owner = await openFor(page, '/s/account');
  const campaign = await makeCampaign(page, owner);
  await page.goto(`/#${LISTS}/ppl?code=${campaign.campaignCode}`);
  await statusButton(page, campaign.name).click();
  await page.getByRole('button', { name: 'Clone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Clone campaign' });
  // The server proposes the next free number.
  await expect(dialog.getByLabel('Campaign code')).toHaveValue(/^E2E.+\d$/);
  await dialog.getByLabel('Campaign code').fill(campaign.campaignCode.toLowerCase());
  await expect(dialog.getByText(/is already used by Browser test/)).toBeVisible();
  const code = `${campaign.campaignCode}-2`;
  await dialog.getByLabel('Campaign code').fill(code);
  await expect(dialog.getByText(`${code} is free.`)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Clone campaign' }).click();
  await expect(page).toHaveURL(/newcampaign\/\d+\?owner=\d+$/);
  const [copy] = await streamAsPage(page, `/ag/${owner}/campaigns?code=${code}`);
  expect(copy).toMatchObject({ name: `${campaign.name} (copy)`, subStatus: 'DRAFT', goalKey: campaign.clientGoalKey });
});

test('a campaign is deleted by its code, restored at once, and found among the deleted', async ({ page }) => {
  const owner = await openFor(page, '/s/account');
  const campaign = await makeCampaign(page, owner);
  const { name, campaignCode } = campaign;
  await page.goto(`/#${LISTS}/ppl?code=${campaignCode}`);
  const remove = async () => {
    await statusButton(page, name).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete the campaign?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog.getByText(`Type ${campaignCode} to delete it.`)).toBeVisible();
    await dialog.getByLabel(/^Type the code/).fill(campaignCode);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No campaigns match these filters')).toBeVisible();
  };
  await remove();
  expect((await readCampaign(page, campaign)).deletedAt).not.toBeNull();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(statusButton(page, name)).toBeVisible();
  expect((await readCampaign(page, campaign)).deletedAt).toBeNull();

  await remove();
  await page.getByLabel('Status', { exact: true }).selectOption('DELETED');
  await statusButton(page, name).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  // The first message may still be visible: check the campaign itself.
  await expect.poll(async () => (await readCampaign(page, campaign)).deletedAt).toBeNull();
  await expect(page.getByText(`${name} is restored.`, { exact: false }).last()).toBeVisible();
});

test('a prefetch, a HEAD, a cross-site image and a navigation to the delete path delete nothing', async ({ page }) => {
  const owner = await openFor(page, '/s/account');
  const campaign = await makeCampaign(page, owner);
  const path = `/api/ag/campaign/${campaign.campaignKey}/delete?confirm=${campaign.campaignCode}`;
  const tried = await page.evaluate(async (url) => {
    const { accessToken } = JSON.parse(localStorage.getItem('paceline.session') ?? '') as { accessToken: string };
    const link = document.createElement('link');
    Object.assign(link, { rel: 'prefetch', href: url });
    const image = new Image();
    const settled = (element: HTMLElement) =>
      new Promise<string>((resolve) => {
        element.addEventListener('load', () => resolve('load'));
        element.addEventListener('error', () => resolve('error'));
      });
    const both = Promise.all([settled(link), settled(image)]);
    document.head.append(link);
    image.src = url;
    const head = await fetch(url, { method: 'HEAD', headers: { authorization: `Bearer ${accessToken}` } });
    return { head: head.status, loads: await both };
  }, path);
  expect(tried).toEqual({ head: 404, loads: ['error', 'error'] });
  const tab = await page.context().newPage();
  await tab.goto(path);
  // A page of another site with an image that points here: the browser sends its usual headers.
  const { origin } = new URL(page.url());
  const body = `<img src="${origin}${path}" alt="">`;
  await tab.route('http://elsewhere.example/', (route) => route.fulfill({ contentType: 'text/html', body }));
  const request = tab.waitForRequest(`${origin}${path}`);
  await tab.goto('http://elsewhere.example/', { waitUntil: 'load' });
  expect((await request).resourceType()).toBe('image');
  await tab.close();
  expect((await readCampaign(page, campaign)).deletedAt).toBeNull();
});
