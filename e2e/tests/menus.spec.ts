import { listRefusals, readMenu, walkMenu } from '../support/menu.ts';
import { signIn, signInFor } from '../support/sign-in.ts';
import { AGENCY_ADMIN, AN_OWNER, type DemoUser, demoUser, OTHER_OWNER } from '../support/users.ts';
import { expect, test } from '../support/test.ts';
import type { Page } from '@playwright/test';

/** An owner whose settings rename and leave out more than any other's. */
const VARIED_OWNER = 'HomeRight Remodeling';

interface Visitor {
  user: DemoUser;
  /** The owner that is worked on, where there is a choice. */
  owner?: string;
}
const nameOf = ({ user, owner }: Visitor): string => `${user.username}${owner === undefined ? '' : ` of ${owner}`}`;

/** One of each group, and an owner that differs: every page that there is. */
const WALKED: Visitor[] = [
  { user: AGENCY_ADMIN, owner: AN_OWNER },
  { user: AGENCY_ADMIN, owner: VARIED_OWNER },
  { user: demoUser('partner.admin') },
  { user: demoUser('client.admin') },
];

/** Everybody else who signs in: their menus are made of the same pages, by their rights and their owners' settings. */
const READ: Visitor[] = [
  ...['agency.buyer', 'agency.analyst', 'agency.leads'].map((user) => ({ user: demoUser(user), owner: AN_OWNER })),
  ...[
    'Crestview University Online',
    'Lakeshore College of Health',
    'St. Brendan University',
    'Apex Coding Academy',
  ].map((owner) => ({ user: AGENCY_ADMIN, owner })),
  ...['partner.viewer', 'partner.other', 'client.viewer', 'client.coding'].map((user) => ({ user: demoUser(user) })),
  { user: demoUser('client.multi'), owner: OTHER_OWNER },
];

const ACCOUNT = '/s/account';

const openMenu = async (page: Page, { user, owner }: Visitor) => {
  if (owner === undefined) await signIn(page, user);
  else await signInFor(page, owner, ACCOUNT, user);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const entries = await readMenu(page);
  expect(entries.length).toBeGreaterThan(2);
  // Two entries that lead to one page are one too many.
  expect(new Set(entries.map(({ href }) => href)).size).toBe(entries.length);
  return entries;
};

for (const visitor of WALKED) {
  test(`${nameOf(visitor)} meets no dead end in the menu, and every page is accessible in both themes`, async ({
    page,
  }) => {
    const refused = listRefusals(page);
    await walkMenu(page, await openMenu(page, visitor), refused);
  });
}

test('everybody else has a menu of known pages and nothing refused', async ({ browser, baseURL }) => {
  const known = new Set<string>();
  const menuOf = async (visitor: Visitor): Promise<string[]> => {
    const context = await browser.newContext({ baseURL: baseURL! });
    const page = await context.newPage();
    const refused = listRefusals(page);
    const entries = await openMenu(page, visitor);
    expect(refused, nameOf(visitor)).toEqual([]);
    await context.close();
    return entries.map(({ href }) => href.split('?')[0]!);
  };
  for (const visitor of WALKED) for (const href of await menuOf(visitor)) known.add(href);
  for (const visitor of READ)
    expect(
      (await menuOf(visitor)).filter((href) => !known.has(href)),
      nameOf(visitor),
    ).toEqual([]);
});
