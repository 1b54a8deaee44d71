import { type PlatformSource, type StatementRow } from '@paceline/contract';
import { type Page } from '@playwright/test';
import { callAsPage } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { mailsWith } from '../support/mail.ts';
import { takeScreens } from '../support/screens.ts';
import { signInAt, signInFor, signOut } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER, demoUser } from '../support/users.ts';

const BILLABLE = '/s/cl/insights/reports/billable';
const STATEMENTS = '/s/cl/insights/reports/statements';
const PARTNER_STATEMENTS = '/s/mp/insights/reports/statements';
const PLATFORM_DATA = '/s/cl/admin/manageclients/tradingplatform/data';
/** A month no other test uses, and a day of it. A second try takes another one: the first may have left its month open. */
const MONTHS = ['May', 'June', 'July', 'August'];
const place = Math.floor(Date.now() / 60_000) % MONTHS.length;
const MONTH = { address: `2025-0${5 + place}`, day: `2025-0${5 + place}-14`, name: `${MONTHS[place]} 2025` };
/** More rows and costs than the demo has of a campaign's day, so that the file takes nothing away. */
const ROWS = 60;
const UNUSED = '98765003';

/** A report of one day, for campaigns of the platform. */
const report = (campaignIds: readonly string[], cost: string): string =>
  [
    'Day,Campaign,Campaign ID,Ad group,Ad group ID,Device,Impr.,Clicks,Cost,Conversions',
    ...campaignIds.flatMap((id) =>
      Array.from(
        { length: ROWS },
        (_, row) => `${MONTH.day},Billed late ${id},${id},Group ${row},${id}${row},Computers,100,5,${cost},0`,
      ),
    ),
  ].join('\n');

/** Adds costs to all campaigns that the platform had on a day of the month. */
const addCosts = async (page: Page, ownerKey: number): Promise<void> => {
  const { data } = await callAsPage(page, `/ag/${ownerKey}/platformdata/sources`);
  const google = (data as PlatformSource[]).find(({ platformName }) => platformName === 'Google Ads');
  await page.getByLabel('Account', { exact: true }).selectOption(String(google?.accountKey));
  await expect(page.getByRole('button', { name: 'Choose a report', exact: true })).toBeEnabled();
  const preview = page.getByRole('region', { name: 'Preview' });
  const send = (name: string, text: string) =>
    page.getByLabel('Report file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  // What the first file would take away says which campaigns there are.
  await send('which.csv', report([UNUSED], '1.00'));
  const campaigns = preview.getByRole('table', { name: 'Changes by campaign' });
  await expect(campaigns).toContainText(UNUSED);
  const ids = [...((await campaigns.textContent()) ?? '').matchAll(/\((\d+)\)/g)].map(([, id]) => id!);
  // More at every try.
  const cost = (20 + (Date.now() % 1_000_000_000) / 10_000_000).toFixed(2);
  await send(
    'late.csv',
    report(
      ids.filter((id) => id !== UNUSED),
      cost,
    ),
  );
  await expect(preview).toContainText('late.csv');
  await preview.getByRole('button', { name: 'Load report' }).click();
  await expect(page.getByRole('status').filter({ hasText: '1 day corrected' })).toBeVisible();
};

const statementsOf = async (page: Page, ownerKey: number): Promise<StatementRow[]> => {
  const body = { ownerKey, month: MONTH.address, sort: '-number', limit: 100 };
  const { data } = await callAsPage(page, '/ag/statement/search', body);
  return (data as { rows: StatementRow[] }).rows;
};

test(
  'a closed month has its statement, which is mailed with its PDF, seen by its side only, and paid',
  { tag: '@journey' },
  async ({ page }) => {
    const ownerKey = await signInFor(page, AN_OWNER, PLATFORM_DATA);
    const before = new Set((await statementsOf(page, ownerKey)).map(({ number }) => number));

    // The month is opened again, costs come in, and it is closed.
    await page.goto(`/#${BILLABLE}?month=${MONTH.address}`);
    await page.getByRole('button', { name: 'Reopen month', exact: true }).click();
    const opening = page.getByRole('dialog', { name: `Reopen ${MONTH.name}` });
    await opening.getByRole('textbox', { name: 'Reason' }).fill('Google billed more');
    await opening.getByRole('button', { name: 'Reopen month', exact: true }).click();
    await expect(page.getByText('Reopened', { exact: true })).toBeVisible();
    await page.goto(`/#${PLATFORM_DATA}`);
    await addCosts(page, ownerKey);
    await page.goto(`/#${BILLABLE}?month=${MONTH.address}`);
    await page.getByRole('button', { name: `Close ${MONTH.name}`, exact: true }).click();
    const closing = page.getByRole('dialog', { name: `Close ${MONTH.name}` });
    await closing.getByRole('button', { name: `Close ${MONTH.name}`, exact: true }).click();
    await expect(page.getByText(`${MONTH.name} is closed.`)).toBeVisible();

    const issued = (await statementsOf(page, ownerKey)).filter(({ number }) => !before.has(number));
    expect(new Set(issued.map(({ kind, side }) => `${kind} ${side}`))).toEqual(new Set(['DEBIT client']));
    const { number } = issued[0]!;
    expect(number).toMatch(/^INV-\d{4}-\d{4,}$/);

    await page.goto(`/#${STATEMENTS}?month=${MONTH.address}`);
    const statements = page.getByRole('grid', { name: 'Statements' });
    await statements.getByRole('button', { name: number, exact: true }).click();
    const drawer = page.getByRole('dialog', { name: `Debit note ${number}` });
    await expect(drawer.getByText('Not sent yet.', { exact: false })).toBeVisible();
    await drawer.getByRole('button', { name: 'Send by mail', exact: true }).click();
    await expect(drawer.getByRole('list', { name: 'Mails' })).toContainText('Kept: no mail server is set up');
    await expectAccessible(page);
    await takeScreens(page, 'statement-sent');
    const mails = (await mailsWith(page, number)).filter((mail) => mail.includes(`${number}.pdf`));
    expect(mails.length).toBeGreaterThan(0);
    const file = /href="(\/dev\/mail\/\d+\/\d+)" download="[^"]+\.pdf"/.exec(mails[0]!)?.[1] ?? '';
    expect((await (await page.request.get(file)).body()).subarray(0, 5).toString()).toBe('%PDF-');
    await page.keyboard.press('Escape');
    await signOut(page);

    // The client has it, and none of what is owed to media partners.
    await signInFor(page, AN_OWNER, `${STATEMENTS}?month=${MONTH.address}`, demoUser('client.admin'));
    await expect(statements.getByRole('button', { name: number, exact: true })).toBeVisible();
    await expect(statements.getByRole('button', { name: /^PAY-/ })).toHaveCount(0);
    await statements.getByRole('button', { name: number, exact: true }).click();
    await expect(drawer.getByText('Billed late')).toHaveCount(0);
    await expect(drawer.getByRole('table', { name: 'Lines' })).toBeVisible();
    await expect(drawer.getByRole('button', { name: 'Note a payment' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await signOut(page);

    // A media partner has its own, and neither the client's nor another partner's.
    await signInAt(page, `${PARTNER_STATEMENTS}?month=${MONTH.address}`, demoUser('partner.admin'));
    await expect(statements.getByRole('button', { name: /^PAY-/ }).first()).toBeVisible();
    await expect(statements.getByRole('button', { name: /^INV-/ })).toHaveCount(0);
    await expect(statements.getByText('CollegeLine Direct')).toHaveCount(0);
    await signOut(page);

    await signInFor(page, AN_OWNER, `${STATEMENTS}?month=${MONTH.address}`);
    await statements.getByRole('button', { name: number, exact: true }).click();
    await expect(drawer.getByText('Seen', { exact: true })).toBeVisible();
    await drawer.getByRole('button', { name: 'Note a payment', exact: true }).click();
    const paying = page.getByRole('dialog', { name: `Note a payment of ${number}` });
    await paying.getByRole('textbox', { name: 'Reference' }).fill(`ACH ${number}`);
    await paying.getByRole('button', { name: 'Note payment', exact: true }).click();
    await expect(page.getByText('Payment noted.')).toBeVisible();
    await expect(drawer.getByText('Paid', { exact: true }).first()).toBeVisible();
    await expect(drawer.getByRole('table', { name: 'Payments' })).toContainText(`ACH ${number}`);
    await expect(drawer.getByRole('button', { name: 'Note a payment', exact: true })).toHaveCount(0);
    await expectAccessible(page);
    await takeScreens(page, 'statement-paid');
  },
);
