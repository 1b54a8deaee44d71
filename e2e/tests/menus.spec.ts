import { expectAccessible } from '../support/axe.ts';
import { listRefusals, type MenuEntry, readMenu, walkMenu } from '../support/menu.ts';
import { signIn, signInFor } from '../support/sign-in.ts';
import { AGENCY_ADMIN, AN_OWNER, type DemoUser, demoUser, OTHER_OWNER } from '../support/users.ts';
import { expect, test } from '../support/test.ts';
import type { Browser, Page } from '@playwright/test';

/** An owner whose settings add pages. */
const VARIED_OWNER = 'Crestview University Online';

interface Visitor {
  user: DemoUser;
  /** The active owner, if there is a choice. */
  owner?: string;
}
const VARIED: Visitor = { user: AGENCY_ADMIN, owner: VARIED_OWNER };
/** Sections whose pages look different by the owner's settings. */
const VARIED_SECTIONS = ['Dashboard', 'Campaigns', 'Allocation & Pacing'];
const nameOf = ({ user, owner }: Visitor): string => `${user.username}${owner === undefined ? '' : ` of ${owner}`}`;

/** A user of each group: with the owner whose settings add pages they cover every page. */
const WALKED: Visitor[] = [
  { user: AGENCY_ADMIN, owner: AN_OWNER },
  { user: demoUser('partner.admin') },
  { user: demoUser('client.admin') },
];

/** Users with few rights: their pages are walked again, since a page asks for more by some rights and refuses others. */
const OF_FEW_RIGHTS: Visitor[] = [
  ...['agency.buyer', 'agency.analyst', 'agency.leads'].map((user) => ({ user: demoUser(user), owner: AN_OWNER })),
  ...['partner.viewer', 'client.viewer'].map((user) => ({ user: demoUser(user) })),
];

/** All other users and owners: only pages that nobody above has are opened. */
const READ: Visitor[] = [
  ...['Lakeshore College of Health', 'St. Brendan University', 'Apex Coding Academy'].map((owner) => ({
    user: AGENCY_ADMIN,
    owner,
  })),
  ...['partner.other', 'client.coding'].map((user) => ({ user: demoUser(user) })),
  { user: demoUser('client.multi'), owner: OTHER_OWNER },
];

const ACCOUNT = '/s/account';

const openMenu = async (page: Page, { user, owner }: Visitor) => {
  if (owner === undefined) await signIn(page, user);
  else await signInFor(page, owner, ACCOUNT, user);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const entries = await readMenu(page);
  expect(entries.length).toBeGreaterThan(2);
  // No two entries may lead to the same page.
  expect(new Set(entries.map(({ href }) => href)).size).toBe(entries.length);
  return entries;
};

for (const visitor of WALKED) {
  test(`${nameOf(visitor)} finds no dead end in the menu, and every page is accessible in both themes`, async ({
    page,
  }) => {
    const refused = listRefusals(page);
    await walkMenu(page, await openMenu(page, visitor), refused, (whole) =>
      expectAccessible(whole, { inBothThemes: true }),
    );
  });
}

test(`${nameOf(VARIED)} finds no dead end, and what its settings change is accessible in both themes`, async ({
  page,
}) => {
  const entries = await openMenu(page, VARIED);
  expect(entries.filter(({ section }) => VARIED_SECTIONS.includes(section)).length).toBeGreaterThan(5);
  await walkMenu(page, entries, listRefusals(page), (whole, { section }) =>
    VARIED_SECTIONS.includes(section) ? expectAccessible(whole, { inBothThemes: true }) : Promise.resolve(),
  );
});

/** Opens the menu in a separate context for the visitor. */
const withMenu = async (
  browser: Browser,
  baseURL: string | undefined,
  visitor: Visitor,
  look: (page: Page, entries: MenuEntry[]) => Promise<void>,
): Promise<void> => {
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await look(page, await openMenu(page, visitor));
  await context.close();
};
const pageOf = ({ href }: MenuEntry): string => href.split('?')[0]!;

test('each group’s menu has its own pages', { tag: '@journey' }, async ({ browser, baseURL }) => {
  for (const [visitor, start] of [
    [{ user: AGENCY_ADMIN, owner: AN_OWNER }, '/#/s/'],
    [{ user: demoUser('partner.admin') }, '/#/s/mp/'],
    [{ user: demoUser('client.admin') }, '/#/s/cl/'],
  ] as const)
    await withMenu(browser, baseURL, visitor, async (_page, entries) => {
      expect(entries.filter((entry) => !pageOf(entry).startsWith(start))).toEqual([]);
    });
});

for (const visitor of OF_FEW_RIGHTS)
  test(`${nameOf(visitor)} finds no dead end in the menu`, async ({ page }) => {
    await walkMenu(page, await openMenu(page, visitor), listRefusals(page));
  });

test('the menus of all others lead to the same pages, and pages that only they have open', async ({
  browser,
  baseURL,
}) => {
  const walked = new Set<string>();
  for (const visitor of [...WALKED, VARIED])
    await withMenu(browser, baseURL, visitor, async (_page, entries) => {
      for (const entry of entries) walked.add(pageOf(entry));
    });
  for (const visitor of READ)
    await withMenu(browser, baseURL, visitor, async (page, entries) => {
      const own = entries.filter((entry) => !walked.has(pageOf(entry)));
      await walkMenu(page, own, listRefusals(page));
      for (const entry of own) walked.add(pageOf(entry));
    });
});
