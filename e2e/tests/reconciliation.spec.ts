import { type Page } from '@playwright/test';
import { callAsPage, freshName } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { takeScreens } from '../support/screens.ts';
import { signInAt, signInFor, signOut } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AGENCY_ADMIN, AN_OWNER, demoUser } from '../support/users.ts';

const PATH = '/s/cl/insights/reports/billable/reconciliation';
const PARTNER_PATH = '/s/mp/insights/reports/billable/reconciliation';
const heading = (page: Page) => page.getByRole('heading', { name: 'Reconciliation', level: 1 });
const difference = (page: Page) => page.getByRole('status', { name: /^Difference/ });

interface Ours {
  leadId: string;
  ourAmount: number;
}

/** Uploads a file of these lines in the dialog and compares it. */
const upload = async (page: Page, lines: readonly string[]) => {
  await page.getByRole('button', { name: 'Upload a list', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^List for/ });
  await dialog.getByLabel('Spreadsheet').setInputFiles({
    name: 'our-leads.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Transaction ID,Lead ID,Price', ...lines].join('\n')),
  });
  await expect(dialog.getByText('our-leads.csv')).toBeVisible();
  await dialog.getByRole('button', { name: /^Apply|^Import/ }).click();
  await dialog.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

/** Everything billed in the month, from the list shown. */
const billed = async (page: Page, ownerKey: number, partyKey: number, month: string): Promise<Ours[]> => {
  const path = `/mp/${ownerKey}/reconciliation`;
  const { data: shown } = await callAsPage(page, `${path}/get`, { side: 'media', partyKey, month });
  const { runKey } = (shown as { run: { runKey: number } }).run;
  const rows: Ours[] = [];
  let after: string | null = null;
  do {
    const body: object = { runKey, kind: 'OURS', limit: 500, ...(after !== null && { after }) };
    const { data } = await callAsPage(page, `${path}/search`, body);
    const answer = data as { rows: Ours[]; next: string | null };
    rows.push(...answer.rows);
    after = answer.next;
  } while (after !== null);
  return rows;
};

test(
  'a media partner uploads its list, the agency accepts by keyboard, and no difference remains',
  { tag: '@journey' },
  async ({ page }) => {
    await signInAt(page, PARTNER_PATH, demoUser('partner.admin'));
    await expect(heading(page)).toBeVisible();
    const owner = page.getByRole('combobox', { name: 'School group' });
    await owner.selectOption({ label: AN_OWNER });
    const ownerKey = Number(await owner.inputValue());
    const month = await page.getByRole('combobox', { name: 'Month' }).inputValue();
    const { data: options } = await callAsPage(page, `/mp/${ownerKey}/filters/get`);
    const partyKey = (options as { partners: { key: number }[] }).partners[0]!.key;

    // An unknown id: all billed leads exist only on our side.
    const unknown = freshName('unknown');
    await upload(page, [`${unknown},,1.00`]);
    await expect(page.getByRole('tab', { name: /^Only theirs 1(?!\d)/ })).toBeVisible();
    const ours = await billed(page, ownerKey, partyKey, `${month}-01`);
    const [first, ...others] = ours;
    if (first === undefined) throw new Error('The demo has no leads of this partner and month');

    // The full list replaces it: one lead a dollar cheaper, plus the unknown id.
    const cheaper = (first.ourAmount - 1).toFixed(2);
    const lines = [`,${first.leadId},${cheaper}`, ...others.map(({ leadId, ourAmount }) => `,${leadId},${ourAmount}`)];
    await upload(page, [...lines, `${unknown},,1.25`]);
    await expect(difference(page)).toHaveText('$0.25');
    await expect(page.getByRole('tab', { name: /^Price 1/ })).toBeVisible();
    await expect(page.getByRole('tab', { name: /^Only ours 0/ })).toBeVisible();
    await expectAccessible(page);
    await takeScreens(page, 'reconciliation-partner');

    // One lead in another spelling exists on both sides separately until it is matched; the match can be undone.
    const [second] = others;
    if (second === undefined) throw new Error('The demo has one lead of this partner and month');
    const respelled = `-${second.leadId.toLowerCase()}`;
    const spelled = lines.map((line) => line.replace(`,${second.leadId},`, `,${respelled},`));
    await upload(page, [...spelled, `${unknown},,1.25`]);
    await expect(page.getByRole('tab', { name: /^Only ours 1(?!\d)/ })).toBeVisible();
    await page.getByRole('tab', { name: /^Only theirs/ }).click();
    const openRow = (name: string) => page.getByRole('gridcell').getByRole('button', { name, exact: true });
    await openRow(respelled).click();
    const theirs = page.getByRole('dialog', { name: respelled });
    await expect(theirs.getByText('The same id, written otherwise.', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await takeScreens(page, 'reconciliation-matches');
    await theirs.getByRole('button', { name: `Match with ${second.leadId}`, exact: true }).click();
    await expect(page.getByRole('tab', { name: /^Only ours 0(?!\d)/ })).toBeVisible();
    await expect(difference(page)).toHaveText('$0.25');
    await page.getByRole('tab', { name: /^Matched/ }).click();
    await page.getByRole('textbox', { name: 'Id', exact: true }).fill(respelled);
    await openRow(second.leadId).click();
    await page.getByRole('button', { name: 'Remove match', exact: true }).click();
    await expect(page.getByRole('tab', { name: /^Only ours 1(?!\d)/ })).toBeVisible();
    await upload(page, [...lines, `${unknown},,1.25`]);
    await expect(difference(page)).toHaveText('$0.25');

    // It is not our lead: the partner agrees to drop it, on a phone.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('tab', { name: /^Only theirs/ }).click();
    await page.getByRole('gridcell').getByRole('button', { name: unknown, exact: true }).click();
    const row = page.getByRole('dialog', { name: unknown });
    await expect(row.getByText('No lead has this id.', { exact: true })).toBeVisible();
    await row.getByRole('textbox', { name: 'Comment' }).fill('A test of ours.');
    await row.getByRole('button', { name: 'Add comment', exact: true }).click();
    await expect(row.getByRole('list', { name: 'Comments' }).getByText('A test of ours.')).toBeVisible();
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Agree', exact: true }).click();
    await page.getByRole('button', { name: 'Agree: one difference', exact: true }).click();
    await expect(row.getByText('Agreed', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(difference(page)).toHaveText('-$1.00');
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await signOut(page);

    // The agency sees the same rows, and accepts the partner's price with two keys.
    await signInFor(page, AN_OWNER, `${PATH}?partner=${partyKey}&month=${month}&owner=${ownerKey}`, AGENCY_ADMIN);
    await expect(heading(page)).toBeVisible();
    await expect(difference(page)).toHaveText('-$1.00');
    await page.getByRole('tab', { name: /^Price/ }).click();
    const cell = page
      .getByRole('gridcell')
      .filter({ has: page.getByRole('button', { name: first.leadId, exact: true }) });
    await expect(cell).toBeVisible();
    await expect(page.getByText(`≠ $${cheaper}`, { exact: true })).toBeVisible();
    const grid = page.getByRole('grid', { name: 'Leads', exact: true });
    await grid.focus();
    await expect(grid).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('a');
    const confirm = page.getByRole('button', { name: 'Accept as adjustment: one difference', exact: true });
    await expect(confirm).toBeFocused();
    await expect(page.getByText(/^One line of -\$1\.00 in /)).toBeVisible();
    await expectAccessible(page);
    await takeScreens(page, 'reconciliation-accept');
    await page.keyboard.press('Enter');
    await expect(page.getByText('One difference accepted, -$1.00 written.', { exact: true })).toBeVisible();
    await expect(difference(page)).toHaveText('$0.00');
    await expect(page.getByRole('gridcell', { name: 'Accepted', exact: true })).toBeVisible();
    await expectAccessible(page);
    await takeScreens(page, 'reconciliation-agency');

    // Accepted by mistake: a reversing line is posted, and the difference is open again.
    await cell.getByRole('button', { name: first.leadId, exact: true }).click();
    const accepted = page.getByRole('dialog', { name: first.leadId });
    await accepted.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText(/^One line of \+\$1\.00 in .+ The original line stays/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Undo: one difference', exact: true }).click();
    await expect(page.getByText('One difference open again, $1.00 written.', { exact: true })).toBeVisible();
    await expect(accepted.getByText('Open', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(difference(page)).toHaveText('-$1.00');
  },
);
