import { type DeliveryEndpoint } from '@paceline/contract';
import { callAsPage, freshName } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { tabTo } from '../support/grid.ts';
import { mailsWith } from '../support/mail.ts';
import { takeScreens } from '../support/screens.ts';
import { signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const OWNER = 'Lakeshore College of Health';
/** One of its endpoints is changed for good: no other test reads where its leads go. */
const MAIL_OWNER = 'Crestview University Online';
const PATH = '/s/cl/admin/manageclients/clientdelivery';

test(
  'an invalid endpoint is refused, then changed, tested with request and response shown, and paused on the health page',
  { tag: '@journey' },
  async ({ page }) => {
    const { keyboard } = page;
    const answered = page.waitForResponse((response) => response.url().endsWith('/delivery/endpoint/list'));
    await signInFor(page, OWNER, PATH);
    await expect(page.getByRole('heading', { name: 'Lead delivery', level: 1 })).toBeVisible();
    const { data } = (await (await answered).json()) as { data: DeliveryEndpoint[] };
    const [endpoint] = data;
    expect(endpoint).toBeDefined();
    const { clientKey, name, version, settings } = endpoint!;
    await page.getByRole('combobox', { name: 'Client' }).selectOption(String(clientKey));
    const address = page.getByRole('textbox', { name: 'Address', exact: true });
    await expect(address).toHaveValue(settings.url);

    // A private address is refused at its field, which gets the focus.
    await tabTo(page, address);
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type('https://10.1.2.3/intake');
    await keyboard.press('ControlOrMeta+s');
    await expect(page.getByText('is not an address of the public internet')).toBeVisible();
    await expect(address).toBeFocused();
    await expectAccessible(page);
    await address.fill(settings.url);

    await page.getByRole('combobox', { name: 'Kind' }).selectOption('BEARER');
    await page.getByLabel('Token', { exact: true }).fill('planted-secret-token');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(`${name} is saved as version ${version + 1}.`)).toBeVisible();
    await expect(page.getByLabel('Token', { exact: true })).toHaveValue('');
    await expect(page.getByText(/^Set .* Leave empty to keep it/)).toBeVisible();
    // Changing the server warns, before saving, that the credential will be cleared.
    await address.fill('https://leads.elsewhere.example/in');
    await expect(page.getByText(/Saving clears the stored credential/).first()).toBeVisible();
    await takeScreens(page, 'endpoint-connection');
    await page.getByRole('button', { name: 'Discard changes' }).click();

    await page.getByRole('tab', { name: 'Field map' }).click();
    const preview = page.getByRole('group', { name: 'Preview of the body' });
    await expect(preview).toContainText('test.lead@test.example');
    await page.getByRole('combobox', { name: 'Add a field' }).selectOption('campaignCode');
    await page.getByRole('button', { name: 'Add field' }).click();
    await expect(preview).toContainText('campaignCode');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(`${name} is saved as version ${version + 2}.`)).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await takeScreens(page, 'endpoint-fields');
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.getByRole('tab', { name: 'Test' }).click();
    await page.getByRole('button', { name: 'Send test lead' }).click();
    const sent = page.getByRole('group', { name: 'What was sent' });
    await expect(sent).toContainText('Authorization: Bearer •••');
    await expect(sent).toContainText('campaignCode');
    await expect(page.getByText(/\d ms/).first()).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('planted-secret-token');
    await expectAccessible(page);
    await takeScreens(page, 'endpoint-test');

    await page.goto('/#/s/cl/leadmanagement/deliveryhealth');
    await expect(page.getByRole('heading', { name: 'Delivery health', level: 1 })).toBeVisible();
    await expect(page.getByText(/^[\d,]+ endpoints: /)).toBeVisible();
    await page.getByRole('button', { name: `Pause sending to ${name}`, exact: true }).click();
    await expect(page.getByText(`${name}: paused.`)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: `Resume sending to ${name}`, exact: true }).click();
    await expect(page.getByText(`${name}: sending resumed.`)).toBeVisible();
    await takeScreens(page, 'delivery-health');
  },
);

test('an endpoint by email without a mail server keeps its leads at /dev/mail, and the lead says so', async ({
  page,
}) => {
  const ownerKey = await signInFor(page, MAIL_OWNER, '/s/account');
  const stuck = await callAsPage(page, '/ag/lead/search', { ownerKey, leadStatus: ['STK'], limit: 1 });
  const [lead] = (stuck.data as { rows: { leadCaptureKey: number; leadId: string; clientName: string }[] }).rows;

  await page.goto(`/#${PATH}`);
  await expect(page.getByRole('heading', { name: 'Lead delivery', level: 1 })).toBeVisible();
  await page.getByRole('combobox', { name: 'Client' }).selectOption({ label: lead?.clientName ?? '' });
  await page.getByRole('combobox', { name: 'Format' }).selectOption('EMAIL');
  const recipient = `${freshName('admissions')}@school.example`;
  await page.getByRole('textbox', { name: 'Recipients', exact: true }).fill(recipient);
  await page.getByRole('textbox', { name: 'Subject' }).fill('New lead {leadId}');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/ is saved as version \d+\.$/)).toBeVisible();
  await page.getByRole('tab', { name: 'Test' }).click();
  await page.getByRole('button', { name: 'Send test lead' }).click();
  await expect(page.getByRole('group', { name: 'What was answered' })).toContainText('Kept at /dev/mail');
  await expectAccessible(page);
  await takeScreens(page, 'endpoint-email');

  await page.goto(`/#/s/cl/leadmanagement/leaddetails/lead/${lead?.leadCaptureKey}`);
  await page.getByRole('button', { name: 'Retry now' }).click();
  const sent = page
    .getByRole('list', { name: 'Timeline' })
    .getByRole('listitem')
    .filter({ hasText: /^Try \d+ accepted/ });
  await expect(sent).toBeVisible();
  await sent.getByText('Request and answer').click();
  await expect(sent.getByText('Kept at /dev/mail: no mail server (SMTP_URL) is set up')).toBeVisible();
  // A mail is no command.
  await expect(sent.getByRole('button', { name: 'Copy as curl' })).toHaveCount(0);
  await takeScreens(page, 'lead-by-email');
  const [mail = ''] = await mailsWith(page, lead?.leadId ?? '');
  expect(mail).toContain(recipient);
});
