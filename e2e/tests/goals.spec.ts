import { type Goal } from '@paceline/contract';
import { type Page } from '@playwright/test';
import { callAsPage, freshName } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { takeScreens } from '../support/screens.ts';
import { signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER, type DemoUser, demoUser } from '../support/users.ts';

const NEW = '/s/cl/allocations/newgoal';

const openFor = (page: Page, path: string, user?: DemoUser): Promise<number> => signInFor(page, AN_OWNER, path, user);

interface Calendar {
  currentMonth: string;
}
/** A line item of the owner's first client, created by API. */
const makeGoal = async (page: Page, owner: number): Promise<Goal> => {
  const clients = await callAsPage(page, `/ag/${owner}/cl/list`);
  const { data: calendar } = await callAsPage(page, `/ag/${owner}/client/goal/calendar/get`);
  const { currentMonth } = calendar as Calendar;
  const { status, data } = await callAsPage(page, `/ag/${owner}/client/goal/save`, {
    goalKey: null,
    rowVersion: null,
    clientKey: (clients.data as { clientKey: number }[])[0]?.clientKey,
    clientModelKey: null,
    goalName: freshName('E2E line item'),
    channel: 'ppl',
    startMonth: currentMonth,
    endMonth: null,
    kpi: 'inquiries',
    cpeGoal: null,
    hardCap: false,
    fallbackUrl: null,
    pacingCurve: 'EVEN',
    criteria: [],
    campusKeys: [],
    programKeys: [],
    active: true,
    months: [{ month: currentMonth, changes: { monthlyDollarCap: 10_000, inquiryGoal: 200 } }],
  });
  expect(status).toBe(200);
  return data as Goal;
};
const changeTargets = (page: Page, goal: Goal, changes: object) =>
  callAsPage(page, `/ag/${goal.ownerKey}/goals/allocation/target/save`, {
    rows: [{ goalKey: goal.goalKey, month: goal.currentMonth, changes }],
  });

test('keyboard only: a new line item with its targets', { tag: '@journey' }, async ({ page }) => {
  // Dozens of Tab presses through a long form.
  const { keyboard } = page;
  const name = freshName('Evening programs');
  const tabTo = async (target: ReturnType<Page['getByRole']>) => {
    for (let presses = 0; presses < 120; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
  };
  await openFor(page, NEW);
  await expect(page.getByRole('heading', { name: 'New line item' })).toBeVisible();
  const campuses = page.getByRole('group', { name: 'Campuses' });
  await expect(page.getByText('Choose the client first.')).toBeVisible();
  await takeScreens(page, 'goal-new');

  await tabTo(page.getByRole('textbox', { name: 'Name' }));
  await keyboard.type(name);
  await tabTo(page.getByRole('combobox', { name: 'Client' }));
  await keyboard.press('ArrowDown');
  await expect(campuses.getByRole('checkbox').first()).toBeVisible();
  await tabTo(campuses.getByRole('checkbox').first());
  await keyboard.press('Space');
  await expect(campuses.getByText(/^1 of \d+ selected$/)).toBeVisible();
  await tabTo(page.getByRole('button', { name: 'Add a criterion' }));
  await keyboard.press('Enter');
  await tabTo(page.getByRole('combobox', { name: 'Highest education level: value' }));
  await keyboard.press('ArrowDown');

  const spend = page.getByRole('textbox', { name: /^Spend Goal/ });
  const inquiries = page.getByRole('textbox', { name: /^Inquiry Goal/ });
  await tabTo(spend.first());
  await keyboard.type('12500');
  await keyboard.press('Control+d');
  await expect(spend.nth(12)).toHaveValue('12500');
  await keyboard.press('ArrowDown');
  await expect(spend.nth(1)).toBeFocused();
  await keyboard.type('9,000.50');
  await tabTo(inquiries.nth(1));
  await keyboard.type('250');
  await keyboard.press('Enter');
  await expect(inquiries.nth(2)).toBeFocused();
  await expect(page.getByRole('cell', { name: '$36.00' }).first()).toBeVisible();
  await tabTo(page.getByRole('button', { name: 'Create line item' }));
  await keyboard.press('Enter');

  await expect(page.getByText(`${name} is saved.`)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`#${NEW}/\\d+\\?`));
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(spend.nth(1)).toHaveValue('9,000.50');
  const history = page.getByRole('region', { name: 'Target history' });
  await history.getByRole('button', { name: 'Show all 14' }).click();
  await expect(history.getByText(/Inquiry Goal/)).toHaveCount(1);
  await expect(history.getByText('$9,000.50')).toBeVisible();
  await expect(history.getByText(/Avery Stone/).first()).toBeVisible();
  await expectAccessible(page);
  await takeScreens(page, 'goal');
});

test('missing and refused values are shown at their fields', async ({ page }) => {
  const owner = await openFor(page, NEW);
  const { goalName } = await makeGoal(page, owner);
  await page.getByRole('button', { name: 'Create line item' }).click();
  await expect(page.getByText('Choose the client.', { exact: true })).toBeVisible();
  await expect(page.getByText('Enter a name of at least 2 characters.')).toBeVisible();
  await page.getByLabel('Name').fill(goalName.toUpperCase());
  await page.getByLabel('Client', { exact: true }).selectOption({ index: 1 });
  await page
    .getByRole('textbox', { name: /^Inquiry Goal/ })
    .first()
    .fill('1.5');
  await page.getByRole('button', { name: 'Create line item' }).click();
  await expect(page.getByText('Enter a whole number from 0 to 1,000,000.')).toBeVisible();
  await page
    .getByRole('textbox', { name: /^Inquiry Goal/ })
    .first()
    .fill('15');
  await page.getByRole('button', { name: 'Create line item' }).click();
  await expect(page.getByText(/already has a line item with the name/)).toBeVisible();
  await takeScreens(page, 'goal-refused');
});

test('another user’s save is merged, and conflicts are asked about', async ({ page }) => {
  const owner = await openFor(page, '/s/account');
  const goal = await makeGoal(page, owner);
  await page.goto(`/#${NEW}/${goal.goalKey}`);
  const spend = page.getByRole('textbox', { name: /^Spend Goal/ }).first();
  const inquiries = page.getByRole('textbox', { name: /^Inquiry Goal/ }).first();

  // Both sides changed different fields: both changes are kept.
  await expect(inquiries).toHaveValue('200');
  await inquiries.fill('230');
  await changeTargets(page, goal, { monthlyDollarCap: 11_000 });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(`${goal.goalName} is saved.`)).toBeVisible();
  await expect(spend).toHaveValue('11,000');
  await expect(inquiries).toHaveValue('230');

  await inquiries.fill('240');
  await spend.fill('12000');
  await changeTargets(page, goal, { inquiryGoal: 220, monthlyDollarCap: 11_500 });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Changed by ');
  await expect(dialog).toContainText('Avery Stone');
  await takeScreens(page, 'goal-conflict');
  await expectAccessible(page);
  await dialog.getByText('Theirs: 220').click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(inquiries).toHaveValue('220');
  await expect(spend).toHaveValue('12,000');
  const history = page.getByRole('region', { name: 'Target history' });
  await expect(history.getByText('$12,000.00')).toBeVisible();
});

test('leaving a half-filled form asks, and the draft is offered after a reload', async ({ page }) => {
  const owner = await openFor(page, '/s/account');
  const goal = await makeGoal(page, owner);
  await page.goto(`/#${NEW}/${goal.goalKey}`);
  await page.getByLabel('Name').fill('Half a name');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toContainText('Leave without saving?');
  await page.getByRole('button', { name: 'Stay' }).click();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Restore draft' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Half a name');
});

test('is read-only without the right to change line items', async ({ page }) => {
  const owner = await openFor(page, '/s/account', demoUser('agency.analyst'));
  const { data } = await callAsPage(page, `/ag/${owner}/filters/get`);
  const [item] = (data as { lineItems: { key: number; name: string }[] }).lineItems;
  await page.goto(`/#${NEW}/${item?.key}`);
  await expect(page.getByText('You can view line items but not change them.')).toBeVisible();
  await expect(page.getByLabel('Name')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Import targets' })).toHaveCount(0);
  await takeScreens(page, 'goal-read-only');
});
