import type { Campaign, FilterOptions } from '@paceline/contract';
import type { Locator, Page } from '@playwright/test';
import { callAsPage, freshName } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { streamAsPage, tabTo } from '../support/grid.ts';
import { takeScreens } from '../support/screens.ts';
import { signIn, signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER, demoUser } from '../support/users.ts';

const EDITOR = '/s/cl/allocations/campaigns/ppl/newcampaign';
const VIEW = '/s/mp/allocations/campaigns/view';
/** The media partner of the user partner.admin. */
const PARTNER = 'BrightPath Media';

// Nine steps, and other users who view the result.

const openEditor = (page: Page, path = EDITOR): Promise<number> => signInFor(page, AN_OWNER, path);

const freshCode = (): string => freshName('E2E').replace('.', '-').toUpperCase();

const lineItemOf = async (page: Page, owner: number) => {
  const { data } = await callAsPage(page, `/ag/${owner}/filters/get`);
  const { lineItems, partners } = data as FilterOptions;
  const item = lineItems.find(({ active, channel }) => active && channel === 'ppl');
  const partner = partners.find(({ name }) => name === PARTNER);
  if (!item || !partner) throw new Error('The demo has no line item or partner for this');
  return { item, partner };
};

/** A draft with prices, created by API. */
const makeDraft = async (page: Page, owner: number, more: object = {}): Promise<Campaign> => {
  const { item, partner } = await lineItemOf(page, owner);
  const code = freshCode();
  const { status, data } = await callAsPage(page, `/ag/${owner}/campaign/save`, {
    name: `Drafted ${code}`,
    vendorKey: partner.key,
    clientGoalKey: item.key,
    campaignCode: code,
    clientCampaignCode: 'CL-E2E',
    campaignReoccuring: true,
    clientDesktopBidPrice: 61.23,
    aggDesktopBidPrice: 47.89,
    notes: 'For the agency only',
    ...more,
  });
  expect(status).toBe(200);
  return data as Campaign;
};

const statusOf = (page: Page): Locator => page.getByRole('region', { name: 'Status' });

test('keyboard only: a new campaign goes live', async ({ page }) => {
  const { keyboard } = page;
  const code = freshCode();
  const name = `Evening nursing ${code}`;
  const owner = await openEditor(page);
  const { campaignCode: existingCode } = await makeDraft(page, owner);
  await expect(page.getByRole('heading', { name: 'New campaign' })).toBeVisible();
  const to = (target: Locator) => tabTo(page, target);
  const backTo = async (target: Locator) => {
    for (let presses = 0; presses < 40; presses += 1) {
      await keyboard.press('Shift+Tab');
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    await expect(target).toBeFocused();
  };
  const goOn = async (title: string | RegExp) => {
    await to(page.getByRole('button', { name: 'Continue' }));
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
  };

  await to(page.getByRole('button', { name: 'Save as draft and continue' }));
  await keyboard.press('Enter');
  await expect(page.getByText('Choose the media partner.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Basics.*has errors$/ })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Media partner' })).toBeFocused();
  await keyboard.type('brightp');
  const partners = page.getByRole('listbox', { name: 'Media partner' }).getByRole('option');
  await expect(partners).toHaveCount(1);
  await expect(partners).toContainText(PARTNER);
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await to(page.getByRole('combobox', { name: 'Line item' }));
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await to(page.getByRole('textbox', { name: 'Name', exact: true }));
  await keyboard.type(name);
  await to(page.getByRole('textbox', { name: 'Campaign code', exact: true }));
  await keyboard.type(existingCode);
  await expect(
    page.getByText(`Campaign code ${existingCode} is already used by Drafted ${existingCode}.`),
  ).toBeVisible();
  await keyboard.press('Control+a');
  await keyboard.type(code);
  await expect(page.getByText(`${code} is free.`)).toBeVisible();
  await to(page.getByRole('textbox', { name: 'Client campaign code' }));
  await keyboard.type('CL-77');
  await to(page.getByRole('button', { name: 'Save as draft and continue' }));
  await keyboard.press('Enter');

  await expect(page).toHaveURL(new RegExp(`#${EDITOR}/\\d+\\?.*step=prices`));
  await expect(statusOf(page).getByText(/^Draft: still missing price, tracking URL/)).toBeVisible();
  await to(page.getByRole('textbox', { name: 'Client price, desktop' }));
  await keyboard.type('55');
  await to(page.getByRole('textbox', { name: 'Media price, desktop' }));
  await keyboard.type('42.5');
  await expect(page.getByRole('row', { name: /Desktop/ })).toContainText('$12.50');
  await expect(page.getByRole('row', { name: /Tablet/ })).toContainText('22.7%');
  // The banner lists what is missing by the typed values, not the saved ones.
  await expect(statusOf(page).getByText(/^Draft: still missing tracking URL/)).toBeVisible();
  await goOn(/^This month: /);
  await goOn('Programs');
  await to(page.getByRole('checkbox').first());
  await keyboard.press('Space');
  await expect(page.getByText(/^1 of \d+ selected$/)).toBeVisible();
  await goOn('Audience');
  await goOn('Places');
  await to(page.getByRole('textbox', { name: 'Search states' }));
  await keyboard.type('texas');
  await to(page.getByRole('checkbox', { name: 'Texas' }));
  await keyboard.press('Space');
  await expect(page.getByRole('img', { name: /^Map of the United States: Texas/ })).toBeVisible();
  await to(page.getByRole('textbox', { name: 'Included: ZIP codes to add' }));
  await keyboard.type('90210 2139 nonsense1');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(page.getByText('2 added. Not a ZIP code: nonsense1.')).toBeVisible();
  await expect(page.getByText('Texas and 2 ZIP codes', { exact: true }).first()).toBeVisible();
  // By the server's table: all of Texas, and the two codes.
  await expect(page.getByText('2,602 ZIP codes', { exact: true })).toBeVisible();
  await goOn('Hours');
  await to(page.locator('[role="gridcell"][tabindex="0"]'));
  await keyboard.press('End');
  await keyboard.press('Shift+ArrowDown');
  await keyboard.press('Space');
  await expect(page.getByText('Monday, Tuesday 00:00–23:00; Wednesday to Sunday all day').first()).toBeVisible();
  await expectAccessible(page);
  await keyboard.press('Space');
  await expect(page.getByRole('gridcell', { name: 'Tuesday 23:00–24:00, open' })).toBeFocused();
  await backTo(page.getByRole('button', { name: /^Tracking/ }));
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Tracking', exact: true })).toBeVisible();
  await to(page.getByRole('button', { name: 'Add a tracking URL' }));
  await keyboard.press('Enter');
  const url = page.getByRole('textbox', { name: 'URL', exact: true });
  await backTo(url);
  await keyboard.type('https://school.example/go?k={nope}');
  await expect(page.getByText('Unknown macro {nope}.')).toBeVisible();
  for (let presses = 0; presses < '{nope}'.length; presses += 1) await keyboard.press('Backspace');
  await to(page.getByRole('button', { name: '{campaign_code}', exact: true }));
  await keyboard.press('Enter');
  await expect(url).toBeFocused();
  await expect(page.getByText(`https://school.example/go?k=${code}`)).toBeVisible();
  await goOn('Basics');
  await expect(page.getByText('Nothing is missing. The campaign can go live.')).toBeVisible();
  await expect(statusOf(page).getByText(/^Draft: nothing is missing/)).toBeVisible();
  await takeScreens(page, 'campaign-review');
  await expectAccessible(page);
  await to(page.getByRole('button', { name: 'Save and activate' }));
  await keyboard.press('Enter');
  await expect(page.getByText(`${name} is saved. Status: No allocation.`)).toBeVisible();
  await expect(
    statusOf(page)
      .getByText(/^No allocation/)
      .first(),
  ).toBeVisible();

  await backTo(statusOf(page).getByRole('button', { name: 'Set allocation' }));
  await keyboard.press('Enter');
  const allocation = page.getByRole('textbox', { name: 'Monthly allocation, this month' });
  await to(allocation);
  await keyboard.type('100');
  await expect(page.getByText('This campaign (100 × $55.00)')).toBeVisible();
  await expectAccessible(page);
  await keyboard.press('Control+s');
  await expect(statusOf(page).getByText('Live', { exact: true })).toBeVisible();
  expect(await streamAsPage(page, `/ag/${owner}/campaigns?code=${code}`)).toMatchObject([
    { name, subStatus: 'LIVE', clientDesktopBidPrice: 55, aggDesktopBidPrice: 42.5 },
  ]);
});

test('drafts are restored, and conflicting changes are asked about', { tag: '@journey' }, async ({ page }) => {
  const owner = await openEditor(page, '/s/account');
  const campaign = await makeDraft(page, owner);
  await page.goto(`/#${EDITOR}/${campaign.campaignKey}`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Mine');
  await page.getByRole('button', { name: /^Prices/ }).click();
  const draftResponse = page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/campaign/draft/save') && answer.request().postData()?.includes('44.00') === true,
  );
  await page.getByRole('textbox', { name: 'Media price, mobile' }).fill('44');
  await page.keyboard.press('Tab');
  await draftResponse;
  await expect(page.getByText(/^Draft saved/)).toBeVisible();
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('menuitem', { name: 'My sessions' }).click();
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await page.getByRole('button', { name: 'Stay' }).click();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Restore draft' }).click();
  await expect(page.getByRole('textbox', { name: 'Media price, mobile' })).toHaveValue('44.00');

  const { campaignKey, vendorKey, clientGoalKey, campaignCode, clientCampaignCode } = campaign;
  const others = await callAsPage(page, `/ag/${owner}/campaign/save`, {
    campaignKey,
    name: 'Theirs',
    vendorKey,
    clientGoalKey,
    campaignCode,
    clientCampaignCode,
    campaignReoccuring: false,
  });
  expect(others.status).toBe(200);
  await page.getByRole('button', { name: 'Save draft' }).click();
  const dialog = page.getByRole('dialog', { name: /^Changed by Avery Stone, / });
  await dialog.getByText('Theirs: Theirs').click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Theirs is saved. Status: Draft.')).toBeVisible();
  const { data } = await callAsPage(page, `/ag/campaign/${campaignKey}/get`);
  expect(data).toMatchObject({ name: 'Theirs', campaignReoccuring: false, aggMobileBidPrice: 44 });
});

test('a partner and a client see their own price and cannot edit', async ({ browser, page }) => {
  const owner = await openEditor(page, '/s/account');
  // A draft would be the agency's alone.
  const { campaignKey, name } = await makeDraft(page, owner, { postingConfirmed: true, activate: true });
  const viewers = [
    { user: 'partner.admin', path: VIEW, own: '$47.89', foreign: '61.23' },
    { user: 'client.admin', path: EDITOR, own: '$61.23', foreign: '47.89' },
  ];
  for (const { user, path, own, foreign } of viewers) {
    const context = await browser.newContext();
    const other = await context.newPage();
    const answers: Promise<string>[] = [];
    other.on('response', (response) => {
      if (response.url().includes(`/campaign/${campaignKey}/`)) answers.push(response.text());
    });
    await signIn(other, demoUser(user));
    await other.goto(`/#${path}/${campaignKey}`);
    await expect(other.getByRole('heading', { name })).toBeVisible();
    await expect(other.getByText(own, { exact: true })).toBeVisible();
    await expect(
      statusOf(other)
        .getByText(/^No allocation/)
        .first(),
    ).toBeVisible();
    const texts = (await Promise.all(answers)).join('\n');
    expect(texts).toContain(own.slice(1));
    expect(`${texts}${await other.content()}`).not.toContain(foreign);
    expect(`${texts}${await other.content()}`).not.toContain('For the agency only');
    await expect(other.getByRole('main').getByRole('textbox')).toHaveCount(0);
    await expectAccessible(other);
    await takeScreens(other, `campaign-view-${user}`);
    await context.close();
  }
});
