import { readFile } from 'node:fs/promises';
import { type Page } from '@playwright/test';
import { callAsPage } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { takeScreens } from '../support/screens.ts';
import { signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { demoUser, OTHER_OWNER } from '../support/users.ts';

const PATH = '/s/cl/leadmanagement/milestoneimport';

interface Lead {
  leadCaptureKey: number;
  leadId: string;
  createdAt: string;
}

/** The day in the owner's zone, which differs from UTC in the evening. */
const dayOf = ({ createdAt }: Lead): string =>
  new Date(createdAt).toLocaleDateString('en-CA', { timeZone: 'America/Chicago' });

/** Delivered leads without milestones. */
const freshLeads = async (page: Page, ownerKey: number): Promise<Lead[]> => {
  const { data } = await callAsPage(page, '/ag/lead/search', { ownerKey, leadStatus: ['DLV'], limit: 50 });
  return (data as { rows: (Lead & { milestone: string | null })[] }).rows.filter(({ milestone }) => milestone === null);
};

const upload = async (page: Page, lines: readonly string[]): Promise<void> => {
  await page.getByRole('button', { name: 'Import a file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import milestones' });
  const buffer = Buffer.from(lines.join('\n'));
  await dialog.locator('input[type="file"]').setInputFiles({ name: 'crm.csv', mimeType: 'text/csv', buffer });
};

test(
  'a client’s CRM file is uploaded, its unmatched rows are resolved, one milestone is voided, and the rest exported',
  { tag: '@journey' },
  async ({ page }) => {
    const ownerKey = await signInFor(page, OTHER_OWNER, PATH, demoUser('agency.leads'));
    await expect(page.getByRole('heading', { name: 'Milestone import', level: 1 })).toBeVisible();
    await expect(page.getByText('No unmatched rows')).toBeVisible();
    const [first, second] = await freshLeads(page, ownerKey);
    if (first === undefined || second === undefined) throw new Error('The demo has no fresh leads');
    const [day, otherDay] = [dayOf(first), dayOf(second)];

    await upload(page, [
      'Lead Id,Client Reference,Milestone,Date,Term',
      `${first.leadId},,INTERVIEW,${day},Fall`,
      `,NOT-OURS-1,CONTACT,${otherDay},`,
      `,NOT-OURS-2,CONTACT,${otherDay},`,
      `${first.leadId},,WALKED IN,${day},`,
    ]);
    const dialog = page.getByRole('dialog', { name: 'Import milestones' });
    await expect(dialog.getByText('No lead found: the row waits among the unmatched ones.').first()).toBeVisible();
    await expect(dialog.getByText(/Milestone must be one of CONTACT/)).toBeVisible();
    await expectAccessible(page);
    await takeScreens(page, 'milestone-import-preview');
    await dialog.getByRole('button', { name: 'Import 3 rows' }).click();
    await expect(dialog.getByText('3 rows imported, 1 row not.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    // One row is matched to a lead by its id, which must be valid.
    const rows = page.getByRole('gridcell').getByRole('button', { name: /^Contact of / });
    await expect(rows).toHaveCount(2);
    await expectAccessible(page);
    await takeScreens(page, 'milestone-unmatched');
    await rows.first().focus();
    await page.keyboard.press('Enter');
    const resolve = page.getByRole('dialog', { name: /^Contact of / });
    await expect(resolve.getByText('No lead matches this row.')).toBeVisible();
    await resolve.getByRole('textbox', { name: 'Lead ID' }).fill('L-NOBODY');
    await resolve.getByRole('button', { name: 'Record on this lead' }).click();
    await expect(resolve.getByText('There is no lead with this ID.')).toBeVisible();
    await expectAccessible(page);
    await takeScreens(page, 'milestone-resolve');
    await resolve.getByRole('textbox', { name: 'Lead ID' }).fill(second.leadId);
    await resolve.getByRole('button', { name: 'Record on this lead' }).click();
    await expect(page.getByText('The milestone is recorded.')).toBeVisible();
    await expect(rows).toHaveCount(1);

    // The other row is ignored, on a phone.
    await page.setViewportSize({ width: 390, height: 844 });
    await rows.first().click();
    await resolve.getByRole('button', { name: 'Ignore' }).click();
    const ignore = page.getByRole('dialog', { name: 'Ignore 1 row' });
    await ignore.getByRole('button', { name: 'Ignore' }).click();
    await expect(ignore.getByText('Enter a reason.')).toBeVisible();
    await ignore.getByRole('textbox', { name: 'Reason' }).fill('Another school');
    await ignore.getByRole('button', { name: 'Ignore' }).click();
    await expect(page.getByText('1 row ignored.')).toBeVisible();
    await expect(page.getByText('No unmatched rows')).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });

    // The lead has its milestone, which is then voided with a reason.
    await page.goto(`/#/s/cl/leadmanagement/leaddetails/lead/${first.leadCaptureKey}`);
    const timeline = page.getByRole('list', { name: 'Timeline' });
    await expect(timeline.getByText('Interview', { exact: true })).toBeVisible();
    await expect(page.getByText('Contact not reported')).toBeVisible();
    await timeline.getByRole('button', { name: /^Void Interview of / }).click();
    const voided = page.getByRole('dialog', { name: /^Void Interview of / });
    await voided.getByRole('textbox', { name: 'Reason' }).fill('Wrong person');
    await expectAccessible(page);
    await voided.getByRole('button', { name: 'Void', exact: true }).click();
    await expect(timeline.getByText(/Voided: Wrong person/)).toBeVisible();
    await expect(page.getByText('Contact not reported')).toHaveCount(0);
    await takeScreens(page, 'milestone-lead');

    // The export has the valid milestone, not the voided one.
    await page.goto('/#/s/cl/leadmanagement/milestonedetailsexport');
    await page.getByLabel('From').fill(otherDay < day ? otherDay : day);
    await page.getByLabel('To', { exact: true }).fill(otherDay < day ? day : otherDay);
    await expectAccessible(page);
    await takeScreens(page, 'milestone-export');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^lakeshore-college-of-health-milestone-details-.*\.csv$/);
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toContain(`${second.leadId},`);
    expect(text).not.toContain(`${first.leadId},`);

    // A milestone voided by mistake is restored.
    await page.goto(`/#/s/cl/leadmanagement/leaddetails/lead/${first.leadCaptureKey}`);
    await expect(page.getByRole('heading', { level: 1, name: first.leadId })).toBeVisible();
    await timeline.getByRole('button', { name: /^Reinstate Interview of / }).click();
    const again = page.getByRole('dialog', { name: /^Reinstate Interview of / });
    await again.getByRole('textbox', { name: 'Reason' }).fill('It was the right person');
    await again.getByRole('button', { name: 'Reinstate', exact: true }).click();
    await expect(timeline.getByText(/Voided: Wrong person/)).toHaveCount(0);
    await expect(page.getByText('Contact not reported')).toBeVisible();
  },
);
