import { expectAccessible } from '../support/axe.ts';
import { signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER } from '../support/users.ts';

const LEADS = '/s/cl/leadmanagement/leads';

test(
  'selected leads are changed after a preview and undone; filters are saved by name',
  { tag: '@journey' },
  async ({ page }) => {
    await signInFor(page, AN_OWNER, `${LEADS}?status=INV`);
    const leads = page.getByRole('link', { name: /^L-/ });
    await expect(leads.nth(1)).toBeVisible();
    const ids = [await leads.nth(0).textContent(), await leads.nth(1).textContent()].map((id) => id ?? '');

    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByRole('menuitem', { name: 'Save these filters…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Invalid ones');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Invalid ones' })).toBeVisible();
    await page.getByRole('search', { name: 'Filters' }).getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Saved filters' })).toBeVisible();
    await page.getByRole('button', { name: 'Saved filters' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Invalid ones' }).press('Enter');
    await expect(page).toHaveURL(/status=INV/);
    await expect(leads.first()).toHaveText(ids[0] ?? '');

    for (const id of ids) await page.getByRole('checkbox', { name: new RegExp(id) }).click();
    await expect(page.getByText('2 selected', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Change status' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the status of 2 leads' });
    await dialog.getByRole('combobox', { name: 'New status' }).selectOption('Test');
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Sent by our own testers');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await expect(dialog.getByText('2 leads can be changed.')).toBeVisible();
    await expect(dialog.getByRole('row', { name: new RegExp(ids[0] ?? '') })).toContainText('Invalid');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Change 2 leads' }).click();
    await expect(dialog.getByText('2 leads changed.')).toBeVisible();
    await expect(page.getByRole('link', { name: ids[0] ?? '' })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expect(dialog.getByRole('status').getByText('Change undone.').first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('link', { name: ids[0] ?? '' })).toBeVisible();
  },
);

test('a lead refused by a check is accepted with a note', async ({ page }) => {
  await signInFor(page, AN_OWNER, `${LEADS}?status=SCR`);
  await page.getByRole('link', { name: /^L-/ }).first().click();
  await page.getByRole('button', { name: 'Override and deliver' }).click();
  const dialog = page.getByRole('dialog', { name: 'Override and deliver' });
  await expect(dialog.getByRole('button', { name: 'Override and deliver' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('The school asked for it');
  await dialog.getByRole('checkbox', { name: 'Ignore the caps' }).press('Space');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Override and deliver' }).click();
  await expect(page.getByText('The school asked for it')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Override and deliver' })).toHaveCount(0);
});

test('many refused leads are accepted within the caps or checked again, and those that are not are named', async ({
  page,
}) => {
  await signInFor(page, AN_OWNER, `${LEADS}?status=DUP`);
  const leads = page.getByRole('link', { name: /^L-/ });
  await expect(leads.nth(1)).toBeVisible();
  const ids = [await leads.nth(0).textContent(), await leads.nth(1).textContent()].map((id) => id ?? '');
  for (const id of ids) await page.getByRole('checkbox', { name: new RegExp(id) }).click();
  await page.getByRole('button', { name: 'Check again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the status of 2 leads' });
  await expect(dialog.getByRole('combobox', { name: 'New status' })).toHaveValue('recheck');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  for (const id of ids) await expect(dialog.getByRole('row', { name: new RegExp(id) })).toBeVisible();
  await dialog.getByRole('button', { name: 'Back' }).click();

  await dialog.getByRole('combobox', { name: 'New status' }).selectOption('Valid - awaiting delivery');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('The school wants them');
  await dialog.getByRole('checkbox', { name: 'Ignore the caps' }).press('Space');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('2 leads can be changed.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Change 2 leads' }).click();
  await expect(dialog.getByText('2 leads changed.')).toBeVisible();
});

test('a milestone is recorded on the page of a delivered lead', async ({ page }) => {
  await signInFor(page, AN_OWNER, `${LEADS}?status=DLV`);
  await page.getByRole('link', { name: /^L-/ }).first().click();
  await page.getByRole('button', { name: 'Record milestone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record a milestone on 1 lead' });
  await dialog.getByRole('combobox', { name: 'Milestone' }).selectOption('Visit');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('button', { name: 'Record on 1 lead' }).click();
  await expect(dialog.getByText('1 lead given the milestone.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: /^Void Visit/ })).toBeVisible();
});

test('leads are changed by pasted ids and by file, and those that cannot be changed are listed', async ({ page }) => {
  await signInFor(page, AN_OWNER, `${LEADS}?status=INV`);
  const leads = page.getByRole('link', { name: /^L-/ });
  await expect(leads.nth(3)).toBeVisible();
  const [pasted, filed] = [(await leads.nth(2).textContent()) ?? '', (await leads.nth(3).textContent()) ?? ''];

  await page.getByRole('link', { name: 'Lead Update' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lead update' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Lead IDs' }).click();
  await page.keyboard.insertText(`${pasted}, nobody`);
  await expect(page.getByText('1 Invalid; 1 not found')).toBeVisible();
  // Only what an invalid lead can be given is offered.
  await expect(page.getByRole('combobox', { name: 'New status' }).getByRole('option')).toHaveText([
    'Choose a status',
    'Recheck with current rules',
    'Valid - awaiting delivery',
    'Test',
  ]);
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'New status' }).selectOption('Test');
  await page.getByRole('button', { name: 'Preview' }).press('Enter');
  await expect(page.getByText('1 lead can be changed, 1 lead cannot.')).toBeVisible();
  await expect(page.getByText('Lead Id nobody does not belong to this owner.')).toBeVisible();
  // Back from the preview, the input is still there.
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('textbox', { name: 'Lead IDs' })).toHaveValue(`${pasted}, nobody`);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Change 1 lead' }).click();
  await expect(page.getByText('1 lead changed, 1 lead not.')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('tab', { name: 'By file' }).click();
  await page.locator('input[type=file]').setInputFiles({
    name: 'update.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Lead Id,Status\n${filed},Delivered\n${filed},Returned`),
  });
  await expect(page.getByText('Nothing can be changed: 2 leads with errors.')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.locator('input[type=file]').setInputFiles({
    name: 'again.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Lead Id,Status,Note\n${filed},TST,Ours`),
  });
  await page.getByRole('button', { name: 'Change 1 lead' }).click();
  await expect(page.getByText('1 lead changed.')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Undo again.csv' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('File undone.')).toBeVisible();

  await page.getByRole('tab', { name: 'By search' }).click();
  await expect(page.getByText(/leads? match/)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
});
