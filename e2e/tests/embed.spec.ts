import { createServer, type Server } from 'node:http';
import { callAsPage } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { ownerInAddress, signInAt, signInFor } from '../support/sign-in.ts';
import { takeScreens } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { demoUser, OTHER_OWNER } from '../support/users.ts';

/** Another site: a page of its own origin with a frame. */
const openSite = async (host: string): Promise<{ server: Server; origin: string; show: (frame: string) => void }> => {
  let frame = '';
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html; charset=utf-8');
    answer.end(
      `<!doctype html><html lang="en"><title>Portal</title><h1>Portal</h1><iframe title="Report" width="1200" height="700" src="${frame}"></iframe>`,
    );
  });
  await new Promise<void>((done) => server.listen(0, host, done));
  const { port } = server.address() as { port: number };
  return { server, origin: `http://${host}:${port}`, show: (address) => (frame = address) };
};

/** Both scenarios have leads from one of them. */
const A_STATE = /^(Texas|Ohio|Michigan|Illinois|Indiana|Wisconsin|Pennsylvania|Minnesota)$/;

test('only a listed site can embed a report, once per token', { tag: '@journey' }, async ({ page, baseURL }) => {
  const [listed, unlisted] = [await openSite('127.0.0.1'), await openSite('127.0.0.1')];
  try {
    await signInFor(page, OTHER_OWNER, '/s/cl/insights/savedviews');
    await expect(page.getByRole('heading', { name: 'Saved views', level: 1, exact: true })).toBeVisible();
    const ownerKey = ownerInAddress(page);
    const sites = page.getByRole('textbox', { name: 'Sites that may embed reports', exact: true });
    await sites.fill('https://portal.example/reports');
    await page.getByRole('button', { name: 'Save sites', exact: true }).click();
    await expect(page.getByText(/Write the site as https:\/\/name/)).toBeVisible();
    await sites.fill(listed.origin);
    await page.getByRole('button', { name: 'Save sites', exact: true }).click();
    await expect(page.getByText('The sites are saved.', { exact: true })).toBeVisible();
    await expectAccessible(page);

    const address = async (): Promise<string> => {
      const { status, data } = await callAsPage(page, '/ag/auth/tableau', {});
      expect(status).toBe(200);
      const { token } = data as { token: string };
      return `${baseURL}/t/${ownerKey}/views/enroll_by_state?embed=yes&toolbar=no&tabs=no&customViews=no&tooltip=yes&token=${token}`;
    };
    const portal = await page.context().newPage();
    listed.show(await address());
    await portal.goto(listed.origin);
    const report = portal.frameLocator('iframe');
    await expect(report.getByRole('heading', { name: 'Performance by State', level: 1, exact: true })).toBeVisible();
    await expect(report.getByRole('cell', { name: A_STATE }).first()).toBeVisible();
    await expect(report.getByRole('navigation')).toHaveCount(0);
    await expect(report.getByRole('button', { name: /download/i })).toHaveCount(0);
    // Sorting is the reader's own choice.
    await report.getByRole('button', { name: /^CPL/ }).first().click();
    await expect(report.getByRole('columnheader', { name: /^CPL/ })).toHaveAttribute('aria-sort', 'descending');
    await takeScreens(portal, 'framed-report');

    // The same address again: its token has been used.
    await portal.reload();
    await expect(portal.getByRole('heading', { name: 'Portal', exact: true })).toBeVisible();
    await expect(report.getByRole('heading', { name: 'Performance by State' })).toHaveCount(0);

    unlisted.show(await address());
    await portal.goto(unlisted.origin);
    await expect(portal.getByRole('heading', { name: 'Portal', exact: true })).toBeVisible();
    await expect(report.getByRole('heading', { name: 'Performance by State' })).toHaveCount(0);
    // The report refused in the frame opens on its own, and fits on a phone.
    const alone = await page.context().newPage();
    await alone.setViewportSize({ width: 390, height: 844 });
    await alone.goto(await address());
    await expect(alone.getByRole('heading', { name: 'Performance by State', level: 1, exact: true })).toBeVisible();
    await expect(alone.getByRole('cell', { name: A_STATE }).first()).toBeVisible();
    await expectAccessible(alone);
    await expect.poll(() => alone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  } finally {
    listed.server.close();
    unlisted.server.close();
  }
});

test('a report opens at its audience’s site id, for a token of the owner’s user', async ({ page, baseURL }) => {
  await signInAt(page, '/s/account', demoUser('client.admin'));
  const token = async (body: object): Promise<string> => {
    const { status, data } = await callAsPage(page, '/cl/auth/tableau', body);
    expect(status).toBe(200);
    return (data as { token: string }).token;
  };
  const { data } = await callAsPage(page, '/userconfig/get');
  const [owner] = (data as { owners: { name: string }[] }).owners;
  const report = page.getByRole('heading', { name: 'Performance by State', level: 1, exact: true });
  const open = async (site: string, body: object) =>
    page.goto(`${baseURL}/t/${site}/views/enroll_by_state_table?token=${await token(body)}`);
  await open('client', {});
  await expect(report).toBeVisible();
  await takeScreens(page, 'report-by-site-id');
  await page.goto(`${baseURL}/#/s/account`);
  // The token's other form names the owner.
  await open('client', { siteUser: 'client.admin', ownerName: owner?.name });
  await expect(report).toBeVisible();
  await page.goto(`${baseURL}/#/s/account`);
  // Another audience's site is no page of this user's.
  await open('agency', {});
  await expect(page.getByRole('heading', { name: 'This report is not available' })).toBeVisible();
  await expect(report).toHaveCount(0);
});
