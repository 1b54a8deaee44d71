import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { tabTo } from '../support/grid.ts';
import { takeScreens } from '../support/screens.ts';
import { signIn, signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER, demoUser } from '../support/users.ts';

const TESTER = '/s/cl/leadmanagement/leadtester';
const PARTNER_TESTER = '/s/mp/leadmanagement/leadtester';
const SIMULATION = 'Simulation: nothing stored, no cap used';

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Would this lead pass?' });
const lead = (page: Page) => page.getByRole('textbox', { name: 'Lead', exact: true });
const answer = (page: Page) => page.getByRole('region', { name: 'Result' }).getByRole('status');

/** Loads the demo's first campaign and its sample by keyboard. Other tests leave campaigns that have not started. */
const loadSample = async (page: Page): Promise<string> => {
  const { keyboard } = page;
  const campaign = page.getByRole('combobox', { name: 'Campaign' });
  await tabTo(page, campaign);
  await expect(page.getByRole('option').first()).toBeVisible();
  const labels = await page.getByRole('option').allInnerTexts();
  for (let at = labels.findIndex((label) => !label.includes('E2E-')); at >= 0; at -= 1) {
    await keyboard.press('ArrowDown');
  }
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/campaign=\d+/);
  await tabTo(page, page.getByRole('button', { name: 'Load sample' }));
  await keyboard.press('Enter');
  await expect(lead(page)).toHaveValue(/"firstName"/);
  return lead(page).inputValue();
};

test(
  'the agency tests a lead by keyboard: response, checks, invalid lines, the exact body',
  { tag: '@journey' },
  async ({ page }) => {
    const { keyboard } = page;
    await signInFor(page, AN_OWNER, TESTER);
    await expect(heading(page)).toBeVisible();
    await keyboard.press('Control+Enter');
    await expect(page.getByText('Choose a campaign.')).toBeVisible();
    await expect(page.getByText('Paste a lead first, or load a sample.')).toBeVisible();
    const sample = await loadSample(page);

    // A state that does not match the ZIP code: that check fails, and no later one runs.
    await lead(page).fill(sample.replace(/"state": "\w\w"/, '"state": "AK"'));
    await keyboard.press('Control+Enter');
    await expect(answer(page)).toContainText('Refused (as a test lead): ZIP code does not match state');
    const checks = page.getByRole('tabpanel', { name: 'Checks' }).getByRole('listitem');
    await expect(checks.filter({ hasText: 'ZIP code and state' })).toContainText('Failed');
    await expect(checks.filter({ hasText: 'Duplicates' })).toContainText('Not reached');
    await expect(page.getByText(SIMULATION)).toBeInViewport();
    await expectAccessible(page);
    await takeScreens(page, 'lead-tester');

    // Errors are marked on their line, and link to it.
    await lead(page).fill(sample.replace(/"email": "[^"]+"/, '"email": "nobody"'));
    await keyboard.press('Control+Enter');
    await expect(answer(page)).toContainText('Fix and resend: 1 field is wrong');
    const line = page.getByRole('button', { name: /^Line \d+$/ });
    await tabTo(page, line);
    await keyboard.press('Enter');
    await expect(lead(page)).toBeFocused();
    const marked = await lead(page).evaluate((box: HTMLTextAreaElement) =>
      box.value.slice(box.selectionStart, box.selectionEnd),
    );
    expect(marked).toContain('"email": "nobody"');

    // Another time: the result names it, and says which checks still use the current state.
    await page.getByText('Another', { exact: true }).click();
    await page.getByLabel(/^Date and time/).fill('2035-03-01T09:30');
    await lead(page).fill(sample);
    await keyboard.press('Control+Enter');
    await expect(answer(page)).toContainText('Mar 1, 2035, 9:30 AM');
    await expect(answer(page)).toContainText('counters and earlier leads as of now');
    await expect(answer(page)).toContainText('Refused');

    await tabTo(page, page.getByRole('tab', { name: 'Checks' }));
    await keyboard.press('ArrowRight');
    await keyboard.press('ArrowRight');
    await expect(page.getByRole('group', { name: 'Response' })).toContainText('"outcome": "failure"');
    await expectAccessible(page);
    // No pasted person appears in the address or in browser storage.
    expect(page.url()).not.toMatch(/jordan|rivera/i);
    const stored = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    );
    expect(stored).not.toMatch(/jordan|rivera/i);
  },
);

test('a media partner tests its own campaigns on a phone and sees no agency data', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, demoUser('partner.admin'));
  await page.goto(`/#${PARTNER_TESTER}`);
  await expect(heading(page)).toBeVisible();
  await loadSample(page);
  const [reply] = await Promise.all([
    page.waitForResponse(
      (response) => response.url().includes('/lead/trial') && response.request().method() === 'POST',
    ),
    page.getByRole('button', { name: 'Test lead' }).press('Enter'),
  ]);
  await expect(answer(page)).toBeInViewport();
  await expect(page.getByText(SIMULATION)).toBeInViewport();
  expect(await reply.text()).not.toMatch(/"details"|Goal budget/);
  await expect(page.getByRole('link', { name: /Open criteria/ })).toHaveCount(0);
  await expectAccessible(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(wide).toBe(false);
});
