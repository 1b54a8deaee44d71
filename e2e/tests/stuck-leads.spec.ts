import { type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { mailsWith } from '../support/mail.ts';
import { takeScreens } from '../support/screens.ts';
import { signInFor, signInAt, signOut } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER, demoUser } from '../support/users.ts';

const PATH = '/s/cl/leadmanagement/stuck-leads';
const heading = (page: Page) => page.getByRole('heading', { name: 'Stuck leads', level: 1 });
const rows = (page: Page) => page.getByRole('gridcell').getByRole('button', { name: /^L-/ });

/** The link of the newest email about stuck leads, as a path on this server. */
const mailedLink = async (page: Page): Promise<string> => {
  const find = async (): Promise<string> => {
    const [mail = ''] = (await mailsWith(page, 'stuck, ')).filter((one) => /leads? stuck, /.test(one));
    return /\/#\/s\/cl\/leadmanagement\/stuck-leads\?[^\s"<]+/.exec(mail)?.[0].replaceAll('&amp;', '&') ?? '';
  };
  await expect.poll(find).not.toBe('');
  return find();
};

const closeDrawer = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

/** Opens the lead and runs an action of the drawer with a reference. */
const withReference = async (page: Page, lead: string, action: string, label: string, reference: string) => {
  await page.getByRole('gridcell').getByRole('button', { name: lead }).click();
  const drawer = page.getByRole('dialog', { name: lead });
  await expect(drawer.getByText(/^Try \d+/).first()).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: action }).click();
  const form = page.getByRole('dialog', { name: `${action}: ${lead}` });
  await form.getByRole('textbox', { name: label }).fill(reference);
  await form.getByRole('button', { name: action }).click();
};

test(
  'client and lead desk resolve stuck leads, from the link in a mail to delivery',
  { tag: '@journey' },
  async ({ page }) => {
    await signInFor(page, AN_OWNER, PATH, demoUser('agency.leads'));
    await expect(heading(page)).toBeVisible();
    await expect(rows(page).first()).toBeVisible();
    await takeScreens(page, 'stuck-leads-agency');
    const [first = '', second = ''] = await rows(page).allInnerTexts();
    expect(second).toMatch(/^L-/);
    // Whether one is older than a day depends on the time; a warning can be sent about any.
    await page.getByRole('gridcell').getByRole('button', { name: first }).click();
    await page.getByRole('dialog', { name: first }).getByRole('button', { name: 'Send warning' }).click();
    await expect(page.getByText(/mails? about 1 lead sent/)).toBeVisible();
    const link = await mailedLink(page);

    // "Retry all" is one click, and shows its progress.
    await closeDrawer(page);
    await page
      .getByRole('button', { name: /^Retry all / })
      .first()
      .click();
    await expect(
      page
        .getByRole('list', { name: 'Retries' })
        .getByText(/\d delivered, .*\d waiting\./)
        .first(),
    ).toBeVisible();
    await expectAccessible(page);
    await takeScreens(page, 'stuck-leads-retry');

    // The lead desk: from the link to a delivered lead.
    await page.goto('/#/s/cl/leadmanagement/deliveryhealth');
    await expect(page.getByRole('heading', { name: 'Delivery health', level: 1 })).toBeVisible();
    await page.goto(link);
    await expect(heading(page)).toBeVisible();
    await withReference(page, second, 'Mark as delivered', 'Client’s reference', 'CRM-1001');
    await expect(page.getByText('1 lead marked as delivered.')).toBeVisible();
    await expect(page.getByRole('dialog', { name: second }).getByText('Delivered', { exact: true })).toBeVisible();
    await closeDrawer(page);
    await signOut(page);

    // The client's technical user: from the same link to "we have it".
    await signInAt(page, PATH, demoUser('client.admin'));
    await expect(heading(page)).toBeVisible();
    await page.goto(link);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(rows(page).first()).toBeVisible();
    await takeScreens(page, 'stuck-leads-client');
    await withReference(page, first, 'We have it', 'Your reference', 'SF-2002');
    await expect(page.getByText('1 lead reported. The agency will confirm it.')).toBeVisible();
    await page.emulateMedia({ colorScheme: null });
    await page.setViewportSize({ width: 1280, height: 800 });
    await closeDrawer(page);
    await signOut(page);

    // The agency confirms it, and the lead is delivered under the client's reference.
    await signInFor(page, AN_OWNER, `${PATH}?claimed=yes`, demoUser('agency.leads'));
    await page.getByRole('gridcell').getByRole('button', { name: first }).click();
    const drawer = page.getByRole('dialog', { name: first });
    await expect(drawer.getByText('The client says that it has this lead as SF-2002.')).toBeVisible();
    await drawer.getByRole('button', { name: 'Confirm that the client has it' }).click();
    await expect(page.getByText('1 lead answered.')).toBeVisible();
    await expect(drawer.getByText('Delivered', { exact: true })).toBeVisible();
  },
);

test(
  'a lead page says what the lead waits for, and corrects what is wrong before it is sent again',
  { tag: '@journey' },
  async ({ page }) => {
    await signInFor(page, AN_OWNER, PATH, demoUser('agency.leads'));
    await expect(rows(page).first()).toBeVisible();
    const lead = await rows(page).last().innerText();
    await page.getByRole('gridcell').getByRole('button', { name: lead }).click();
    await page.getByRole('dialog', { name: lead }).getByRole('link', { name: lead }).click();
    await expect(page.getByRole('heading', { name: lead, level: 1 })).toBeVisible();
    const card = page.getByRole('region', { name: 'Waits for delivery' });
    for (const fact of ['Endpoint', 'State', 'Last answer', 'Next try'])
      await expect(card.getByText(fact, { exact: true })).toBeVisible();
    await expectAccessible(page);
    await takeScreens(page, 'lead-waiting');

    await page.getByRole('button', { name: 'Edit and retry' }).click();
    const form = page.getByRole('dialog', { name: `Edit and retry: ${lead}` });
    const zip = form.getByRole('textbox', { name: /^ZIP/ });
    const before = await zip.inputValue();
    const after = before === '43004' ? '43005' : '43004';
    await expectAccessible(page);
    await takeScreens(page, 'lead-edit');
    await form.getByRole('button', { name: 'Save and retry' }).click();
    await expect(form.getByText('Change at least one value.')).toBeVisible();
    await zip.fill('43');
    await form.getByRole('button', { name: 'Save and retry' }).click();
    await expect(form.getByText('must be five digits')).toBeVisible();
    await zip.fill(after);
    await form.getByRole('button', { name: 'Save and retry' }).click();
    await expect(page.getByText('Saved. The lead will be sent again.')).toBeVisible();
    const timeline = page.getByRole('list', { name: 'Timeline' });
    await expect(timeline.getByText(`ZIP: ${before} → ${after}`)).toBeVisible();
  },
);
