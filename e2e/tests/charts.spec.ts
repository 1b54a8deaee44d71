import type { Locator, Page } from '@playwright/test';
import { signInAt, signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER, demoUser } from '../support/users.ts';

/** Console errors while a chart is used; policy violations fail every test anyway. */
const consoleErrors = (page: Page): string[] => {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
};

interface Point {
  x: number;
  y: number;
}

const tooltipOf = (chart: Locator): Locator => chart.locator('..').getByRole('slider');

const findPoint = async (page: Page, chart: Locator, wanted: RegExp): Promise<Point | undefined> => {
  await chart.scrollIntoViewIfNeeded();
  const box = await chart.boundingBox();
  if (box === null) return undefined;
  const steps = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9];
  for (const down of steps)
    for (const across of steps) {
      const point = { x: box.x + box.width * across, y: box.y + box.height * down };
      await page.mouse.move(point.x, point.y);
      // Two frames: the chart receives the pointer in one and draws the tooltip in the next.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const text = (await tooltipOf(chart).getAttribute('aria-valuetext')) ?? '';
      if (wanted.test(text)) return point;
    }
  return undefined;
};

/**
 * Moves the pointer over the chart from its middle outwards until the tooltip has the wanted text. Starts again if it is not found: widgets
 * loading above may move the chart.
 */
const hoverUntil = async (page: Page, chart: Locator, wanted: RegExp): Promise<Point> => {
  let point: Point | undefined;
  await expect
    .poll(async () => (point = await findPoint(page, chart, wanted)), {
      message: `a tooltip that says ${String(wanted)}`,
    })
    .toBeDefined();
  if (point === undefined) throw new Error('The chart has no place on the page');
  return point;
};

const chartOf = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: title, exact: true }).getByRole('img', { name: `${title}, as a chart` });

const readBehind = async (page: Page): Promise<void> => {
  const behind = page.getByRole('dialog');
  await expect(behind.getByText('Total', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(behind).toBeHidden();
};

/** By hovering, clicking and keyboard; the rows behind open each time. */
const useChart = async (page: Page, title: string, says: RegExp): Promise<void> => {
  const chart = chartOf(page, title);
  await expect(chart).toBeVisible();
  // A card above that still loads would move the chart from under the pointer.
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
  const { x, y } = await hoverUntil(page, chart, says);
  await page.mouse.click(x, y);
  await readBehind(page);

  await page.mouse.move(0, 0);
  const points = tooltipOf(chart);
  await points.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await expect(points).toHaveAttribute('aria-valuetext', /\S/);
  await page.keyboard.press('Enter');
  await readBehind(page);
};

test('bars, dual axes, a map and a funnel have tooltips and open the rows behind a figure', async ({ page }) => {
  const errors = consoleErrors(page);
  await signInAt(page, '/s/cl/dashboard/executiveoverview', demoUser('client.admin'));
  await useChart(page, 'Conversions', /^\w{3} \d{4}\nInquiries: [\d,]+\n/);
  await useChart(page, 'Spend vs. Performance', /^\w{3} \d{4}\nSpend: \$[\d,.]+\n/);
  await useChart(page, 'Top Performing States', /^[A-Z][a-zA-Z ]+\n[\w ]+: \d/);
  await useChart(page, 'From Inquiry to Start', /^\w[^\n]* {2}[\d,]+/);
  expect(errors).toEqual([]);
});

test('so do lines of two years, and bars beside a line', { tag: '@journey' }, async ({ page }) => {
  const errors = consoleErrors(page);
  await signInAt(page, '/s/cl/dashboard/affiliate', demoUser('client.admin'));
  await useChart(page, 'YoY Leads', /^\w{3} \d{4}\nValid Leads: [\d,]+\nValid Leads, last year: [\d,]+/);
  await page.goto('/#/s/cl/dashboard/search');
  await useChart(page, 'YOY Conversions', /^\w{3} \d{4}\nConversions: [\d,.]+/);
  // On the first of a month the current month has no data yet.
  await page.goto('/#/s/cl/dashboard/search?range=lastMonth');
  await useChart(page, 'Performance by Campaign', /\nSpend: \$[\d,.]+\n/);
  expect(errors).toEqual([]);
});

test('the agency sees them in dark mode, full screen and after a change of colours', async ({ page }) => {
  const errors = consoleErrors(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await signInFor(page, AN_OWNER, '/s/cl/dashboard/executiveoverview');
  await useChart(page, 'Conversions', /\nInquiries: [\d,]+\n/);
  await page.emulateMedia({ colorScheme: 'light' });
  await useChart(page, 'Conversions', /\nInquiries: [\d,]+\n/);
  await page.getByRole('button', { name: 'Conversions: more' }).click();
  await page.getByRole('menuitem', { name: 'Full screen' }).click();
  const large = page.getByRole('dialog').getByRole('img', { name: 'Conversions, as a chart' });
  await expect(large).toBeVisible();
  await hoverUntil(page, large, /\nInquiries: [\d,]+\n/);
  expect(errors).toEqual([]);
});
