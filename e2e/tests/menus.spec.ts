import { listRefusals, readMenu, walkMenu } from '../support/menu.ts';
import { signIn } from '../support/sign-in.ts';
import { AN_OWNER, demoUser, OTHER_OWNER } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

const VARIANTS = [
  'Crestview University Online',
  'Lakeshore College of Health',
  'St. Brendan University',
  'Apex Coding Academy',
  'HomeRight Remodeling',
];
/** What an owner's settings change of the menu. */
const VARIED = ['Dashboard', 'Insights', 'Lead Management'];

/** Everybody who signs in: with the owner that is chosen, where there is a choice, and the sections that are walked, or all. */
const WALKS: { user: string; owner?: string; sections?: string[] }[] = [
  ...['agency.admin', 'agency.buyer', 'agency.analyst', 'agency.leads'].map((user) => ({ user, owner: AN_OWNER })),
  ...VARIANTS.map((owner) => ({ user: 'agency.admin', owner, sections: VARIED })),
  ...['partner.admin', 'partner.viewer', 'partner.other'].map((user) => ({ user })),
  ...['client.admin', 'client.viewer', 'client.coding'].map((user) => ({ user })),
  { user: 'client.multi', owner: OTHER_OWNER },
];

for (const { user, owner, sections } of WALKS) {
  test(`${user}${owner === undefined ? '' : ` of ${owner}`} meets no dead end in the menu`, async ({ page }) => {
    const refused = listRefusals(page);
    await signIn(page, demoUser(user));
    if (owner !== undefined) {
      await page.getByRole('gridcell', { name: owner, exact: true }).click();
      await expect(page.getByRole('banner').getByText(owner)).toBeVisible();
    }
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const all = await readMenu(page);
    const entries = all.filter(({ section }) => sections?.includes(section) ?? true);
    expect(entries.length).toBeGreaterThan(2);
    // Two entries that lead to one page are one too many.
    expect(new Set(all.map(({ href }) => href)).size).toBe(all.length);
    await walkMenu(page, entries, refused);
  });
}
