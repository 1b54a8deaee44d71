import { freshName } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { signInFor } from '../support/sign-in.ts';
import { takeScreens } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER } from '../support/users.ts';

test(
  'a report is saved, reopened, mailed by a schedule and monitored by an alert rule',
  { tag: '@journey' },
  async ({ page }) => {
    const name = freshName('Mailed');
    await signInFor(page, AN_OWNER, '/s/cl/insights/reports/media_analysis');
    await expect(page.getByRole('heading', { name: 'Media Analysis', level: 1, exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Saved views', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Save view…', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save view', exact: true });
    await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();

    await page.goto('/#/s/cl/insights/savedviews');
    await expect(page.getByRole('heading', { name: 'Saved views', level: 1, exact: true })).toBeVisible();
    const list = page.getByRole('list', { name: 'Saved views', exact: true });
    await list.getByRole('button', { name: `Schedule ${name}`, exact: true }).click();
    const schedule = page.getByRole('dialog', { name: `Schedule ${name}`, exact: true });
    await expect(schedule.getByText(/^1 of \d+ selected$/)).toBeVisible();
    await expectAccessible(page);
    await takeScreens(page, 'schedule');
    await schedule.getByRole('button', { name: 'Save schedule', exact: true }).click();
    await expect(schedule).toHaveCount(0);
    const schedules = page.getByRole('list', { name: 'Schedules', exact: true });
    await schedules.getByRole('button', { name: `Run now: ${name}`, exact: true }).click();
    await expect(
      schedules
        .getByRole('listitem')
        .filter({ hasText: name })
        .getByText(/1 sent$/),
    ).toBeVisible();

    await page.getByRole('button', { name: 'New alert rule', exact: true }).click();
    const rule = page.getByRole('dialog', { name: 'New alert rule', exact: true });
    await rule.getByRole('button', { name: 'Preview the last 90 days', exact: true }).click();
    await expect(rule.getByText(/^Would have sent .+ in 90 days\.$/)).toBeVisible();
    await expectAccessible(page);
    await takeScreens(page, 'alert-rule');
    // The threshold is dragged over the days behind it, and what it would have sent is asked for again.
    const value = rule.getByLabel('Value', { exact: true });
    const before = Number(await value.inputValue());
    const line = await rule.getByRole('slider', { name: 'Threshold' }).boundingBox();
    const [x, y] = [line!.x + line!.width / 2, line!.y + line!.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + 30, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => Number(await value.inputValue())).toBeLessThan(before);
    await expect(rule.getByText(/^Would have sent .+ in 90 days\.$/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(rule).toHaveCount(0);

    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    await takeScreens(page, 'saved-views');
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await list.getByRole('link', { name: `Open ${name}`, exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Media Analysis', level: 1, exact: true })).toBeVisible();
    await expect(page).toHaveURL(/question=/);
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();

    await page.goto(`/dev/mail?search=${encodeURIComponent(name)}`);
    await expect(page.getByRole('heading', { name: new RegExp(`^${name}, `) })).toBeVisible();
  },
);
