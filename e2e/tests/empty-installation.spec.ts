import { type LeadAnswer } from '@paceline/contract';
import { type Page } from '@playwright/test';
import { choosePassword } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { type Installation, test } from '../support/installation.ts';
import { listRefusals, readMenu, walkMenu } from '../support/menu.ts';
import { Person } from '../support/person.ts';
import { takeScreens } from '../support/screens.ts';
import { submitSignIn } from '../support/sign-in.ts';
import { expect } from '../support/test.ts';

const ADMIN = { username: 'robin.marsh', password: 'Quarry+Lantern58' };
const OWNER = 'Juniper College';
const CLIENT = 'Juniper Denver';
const PARTNER = 'Beacon Leads';
const LINE_ITEM = 'Nursing';
const CAMPAIGN = 'Beacon nursing';
const CODE = 'BEACON-1';
const LEAD = {
  transactionId: 'B-1',
  firstName: 'Maria',
  lastName: 'Lindqvist',
  email: 'maria.lindqvist@posted.net',
  phone: '3032340001',
  zip: '80202',
  state: 'CO',
  campusCode: 'DEN',
  programCode: 'PN',
  publisherSource: 'beacon-site',
  landingPageUrl: 'https://apply.partner.example/form',
  ipAddress: '12.0.0.1',
  tcpaConsent: 'Y',
  tcpaText: `By sending this form I agree that ${CLIENT} may call, text and email me at the number that I gave.`,
};

const dayIn = (timeZone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
const hourIn = (timeZone: string): number =>
  Number(new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(new Date()));
/** A zone in which the day does not end during the test. */
const timeZone = hourIn('America/New_York') < 22 ? 'America/New_York' : 'America/Los_Angeles';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const missing = (page: Page, text: string) => expect(page.getByRole('status').getByText(text)).toBeVisible();

/** With the command's link: chooses the password; there is no owner to choose. */
const firstSignIn = async (page: Page, installation: Installation): Promise<void> => {
  const output = await installation.makeAdmin(ADMIN.username, 'robin.marsh@agency.example');
  const link = /^http\S+$/m.exec(output)?.[0] ?? '';
  expect(link).toContain(`${installation.url}/#/resetpassword?user=${ADMIN.username}&token=`);
  await page.goto(link);
  await choosePassword(page, ADMIN.password, 'Save password');
  await expect(page.getByText('Your password is saved. Sign in with it.')).toBeVisible();
  await submitSignIn(page, ADMIN);
  await expect(page.getByRole('heading', { name: 'No owner yet' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

/** With the wizard: an owner with one record of each kind, and its partner. */
const makeClient = async (person: Person): Promise<void> => {
  const { page } = person;
  await person.link('Start with a new client');
  await person.box('Name', OWNER);
  // The wizard does not go on from a step with errors, and leads to the first one.
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByText('Correct 2 entries to go on.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Description', exact: true })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Dedup period (days)', exact: true })).toHaveValue('90');
  await person.box('Description', 'Career programs');
  await person.choose(page.getByLabel('Vertical'), { label: 'Education' });
  await person.choose(page.getByLabel('Time zone'), timeZone);
  await person.button('Next');
  await person.button('Add a brand');
  await person.box('Brand 1', 'Juniper');
  await person.button('Next');
  await person.button('Add a client');
  await person.box('Client name', CLIENT);
  await person.box('Client code', 'JUN-D');
  await person.button('Next');
  await person.press(page.getByRole('radio', { name: 'Add them here' }));
  await person.button('Add a campus');
  await person.box('Campus name', 'Denver');
  await person.box('Campus code', LEAD.campusCode);
  await person.box('ZIP code', LEAD.zip);
  await person.button('Add a program to campus 1');
  await person.box('Program 1', 'Practical Nursing');
  await person.box('Program code', LEAD.programCode);
  await person.choose(page.getByLabel('Degree level'), 'Associate');
  await person.choose(page.getByLabel('Subject area'), 'Nursing');
  await person.button('Next');
  await person.button('New partner');
  const dialog = page.getByRole('dialog', { name: 'New partner' });
  await person.type(dialog.getByRole('textbox', { name: 'Name', exact: true }), PARTNER);
  await expect(dialog.getByRole('textbox', { name: 'Code', exact: true })).toHaveValue('BEACON_LEADS');
  await expect(dialog.getByRole('textbox', { name: 'Affiliate key', exact: true })).toHaveValue('BEACON_LEADS');
  await person.press(dialog.getByRole('button', { name: 'Create partner', exact: true }));
  await expect(page.getByRole('list', { name: 'Media partners' }).getByText(PARTNER)).toBeVisible();
  await person.button('Next');
  await person.button('Create client');
  await expect(heading(page, 'Going Live')).toBeVisible();
  await expect(page.getByText(`What ${OWNER} needs before its first campaign runs.`)).toBeVisible();
  await missing(page, '7 of 11 are missing.');
};

/** No page fails without data. */
const walkEmptyPages = async (page: Page): Promise<void> => {
  const start = page.url();
  await walkMenu(page, await readMenu(page), listRefusals(page));
  await page.goto(start);
};

test('from an empty installation without failing pages to a delivered, counted and billed lead within minutes', async ({
  page,
  installation,
  clientSystem,
}) => {
  const person = new Person(page);
  const goingLive = async (action?: string) => {
    await person.menu('Administration', 'Going Live');
    await expect(heading(page, 'Going Live')).toBeVisible();
    if (action !== undefined) await person.link(action);
  };
  let postingKey = '';

  await test.step('a command creates the first administrator, who chooses a password', async () => {
    await expect
      .poll(() => installation.output.join('\n'))
      .toContain('npm run admin -- first.last first.last@agency.example');
    await firstSignIn(page, installation);
    // The two password fields, the two sign-in fields, and their buttons.
    person.fields += 4;
    person.presses += 2;
    person.characters += 3 * ADMIN.password.length + ADMIN.username.length;
    // A second administrator cannot be created this way.
    await expect(installation.makeAdmin('another', 'another@agency.example')).rejects.toThrow(
      `There is an administrator already, ${ADMIN.username}`,
    );
  });

  await test.step('no page fails without an owner', () => walkEmptyPages(page));

  await test.step('the wizard creates the client and its partner', async () => {
    await makeClient(person);
    await walkEmptyPages(page);
    await expect(heading(page, 'Going Live')).toBeVisible();
    await takeScreens(page, 'empty-going-live');
  });

  await test.step('the partner gets a posting key', async () => {
    await person.link('Create posting keys');
    await person.link(PARTNER);
    await person.button('New key');
    await person.button('Create key');
    const shown = page.getByRole('textbox', { name: 'Posting key', exact: true });
    await expect(shown).toBeVisible();
    postingKey = await shown.inputValue();
    await person.button('Done');
  });

  await test.step('the client’s system is the endpoint', async () => {
    await goingLive('Set up delivery');
    await expect(heading(page, 'Lead delivery')).toBeVisible();
    await person.box('Name', 'Juniper CRM');
    await person.box('Address', clientSystem.url);
    await person.button('Save');
    await expect(page.getByText('Juniper CRM is saved as version 1.')).toBeVisible();
  });

  await test.step('the criteria are accepted as they are', async () => {
    await goingLive();
    await person.button('Accept the defaults');
    await expect(page.getByText(`Defaults accepted for ${CLIENT}.`)).toBeVisible();
    await missing(page, '4 of 11 are missing.');
  });

  await test.step('a line item gets a budget', async () => {
    await goingLive('Create a line item');
    await expect(heading(page, 'New line item')).toBeVisible();
    await person.box('Name', LINE_ITEM);
    await person.choose(page.getByLabel('Client', { exact: true }), { label: CLIENT });
    await person.type(page.getByRole('textbox', { name: /^Spend Goal/ }).first(), '10000');
    await person.type(page.getByRole('textbox', { name: /^Inquiry Goal/ }).first(), '180');
    await person.button('Create line item');
    await expect(page.getByText(`${LINE_ITEM} is saved.`)).toBeVisible();
  });

  await test.step('a campaign with prices and an allocation goes live', async () => {
    await goingLive('Create a campaign');
    await expect(heading(page, 'New campaign')).toBeVisible();
    await person.pick('Media partner', PARTNER);
    await person.pick('Line item', LINE_ITEM);
    await person.box('Name', CAMPAIGN);
    await person.box('Campaign code', CODE);
    await person.box('Client campaign code', 'CL-1');
    await person.button('Save as draft and continue');
    await person.box('Client price, desktop', '55');
    await person.box('Media price, desktop', '42.5');
    await person.button('Continue');
    await person.box('Monthly allocation, this month', '100');
    await person.press(page.getByRole('button', { name: /^Tracking/ }));
    await person.press(page.getByRole('switch', { name: 'Posting is confirmed' }));
    await person.button('Continue');
    await expect(page.getByText('Nothing is missing. The campaign can go live.')).toBeVisible();
    await person.button('Save and activate');
    await expect(page.getByText(`${CAMPAIGN} is saved. Status: Live.`)).toBeVisible();
    await goingLive();
    // The client has no users yet.
    await missing(page, '1 of 11 is missing.');
    await expectAccessible(page);
  });

  await test.step('a lead posted by the partner is delivered', async () => {
    const answer = await fetch(`${installation.url}/lead/v1/post`, {
      method: 'POST',
      headers: { 'x-partner-key': postingKey, 'content-type': 'application/json' },
      body: JSON.stringify({ cck: CODE, ...LEAD }),
    });
    const leadAnswer = (await answer.json()) as LeadAnswer;
    expect(leadAnswer).toMatchObject({ outcome: 'success', status: 'VAL', price: 42.5 });
    const leadId = leadAnswer.outcome === 'success' ? leadAnswer.leadId : '';
    await expect.poll(() => clientSystem.received).toMatchObject([{ leadId, email: LEAD.email, program: 'PN' }]);

    await person.menu('Lead Management', 'Leads');
    await expect(heading(page, 'Leads')).toBeVisible();
    await person.link(leadId);
    await expect(heading(page, leadId)).toBeVisible();
    await expect(page.getByRole('main').getByText('Delivered', { exact: true }).first()).toBeVisible();
    await takeScreens(page, 'empty-lead');
  });

  await test.step('it is counted on the dashboard', async () => {
    await person.menu('Dashboard', 'Executive Overview');
    await expect(heading(page, 'Executive Overview')).toBeVisible();
    await person.button('Dates: Default ranges');
    await person.button('Custom dates');
    const today = dayIn(timeZone);
    await person.type(page.getByLabel('From', { exact: true }), today);
    await person.type(page.getByLabel('To', { exact: true }), today);
    const campaigns = page.getByRole('region', { name: 'Top Performing Campaigns' });
    const row = campaigns.getByRole('row').filter({ hasText: CAMPAIGN });
    await expect(row).toContainText('$55.00');
    await takeScreens(page, 'empty-overview');
    await person.menu('Allocation & Pacing', 'Overview');
    await expect(page.getByRole('row').filter({ hasText: LINE_ITEM }).first()).toContainText('$10,000');
  });

  await test.step('it is on the month’s bill', async () => {
    await person.menu('Insights', 'Billable');
    await expect(heading(page, 'Billable')).toBeVisible();
    await person.choose(page.getByLabel('Month', { exact: true }), `${dayIn(timeZone).slice(0, 7)}-01`);
    const bill = page.getByRole('grid', { name: 'Billable' });
    await expect(bill.getByRole('button', { name: CAMPAIGN, exact: true })).toBeVisible();
    const line = bill.getByRole('row').filter({ hasText: CAMPAIGN });
    await expect(line).toContainText('$55.00');
    await expectAccessible(page);
    await takeScreens(page, 'empty-billable');
  });

  const { presses, fields, characters, seconds } = person;
  const effort = `${presses} presses, ${fields} fields, ${characters} characters: ${seconds} s`;
  test.info().annotations.push({ type: 'a person’s time', description: effort });
  expect(seconds, effort).toBeLessThan(10 * 60);
});
