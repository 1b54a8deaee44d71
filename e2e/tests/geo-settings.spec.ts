import { type AreaRecord } from '@paceline/contract';
import { type Page, type Response } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { takeScreens } from '../support/screens.ts';
import { signInFor } from '../support/sign-in.ts';
import { readStutter, watchStutter } from '../support/stutter.ts';
import { expect, test } from '../support/test.ts';

const PATH = '/s/cl/admin/manageclients/geosettings';
const OWNER = 'Lakeshore College of Health';
const HEADING = 'Geo settings';

/** Opens the first campus's first program: no test posts to it, and its area is restored at the end. */
const openProgram = async (page: Page): Promise<void> => {
  await signInFor(page, OWNER, PATH);
  await expect(page.getByRole('heading', { name: HEADING })).toBeVisible();
  const program = page.getByLabel('Program', { exact: true });
  await expect(program).toBeVisible();
  await program.selectOption({ index: 1 });
  await expect(page.getByRole('button', { name: 'Override', exact: true })).toBeVisible();
  await expect(page.getByText(/^Inherits .+\. /)).toBeVisible();
};
const save = async (page: Page): Promise<AreaRecord> => {
  const answered = page.waitForResponse((response) => response.url().endsWith('/geo/save'));
  await page.keyboard.press('Control+s');
  const answer = await answered;
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { data: AreaRecord }).data;
};
const inheritAgain = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Inherit / }).click();
  const { area } = await save(page);
  expect(area).toBeNull();
  await expect(page.getByRole('button', { name: 'Override', exact: true })).toBeVisible();
};

/** Existing codes, from the table the page receives. */
const realCodes = async (answer: Promise<Response>, count: number): Promise<string[]> => {
  const { data } = (await (await answer).json()) as { data: { lines: string } };
  return data.lines
    .split('\n')
    .slice(0, count)
    .map((line) => line.slice(0, line.indexOf('\t')));
};

const PASTED = 5_000;

test('a program’s area is painted and pasted, 5,000 ZIP codes each, saved, and reset to its campus', async ({
  page,
}) => {
  const table = page.waitForResponse((response) => response.url().endsWith('/geo/zips'));
  await openProgram(page);
  await page.getByRole('button', { name: 'Override', exact: true }).click();
  await expect(page.getByText('No limit: whole US', { exact: true }).last()).toBeVisible();

  // By keyboard: pastes a column of codes, with an unknown one and duplicates.
  const codes = await realCodes(table, PASTED);
  const box = page.getByLabel('Paste ZIP codes', { exact: true });
  await box.focus();
  await expect(box).toBeFocused();
  // As a paste arrives: in one event. Chromium types lines into a text area one by one, 5,000 of them in more than a minute.
  await box.evaluate(
    (area, text) => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text);
      area.dispatchEvent(new Event('input', { bubbles: true }));
    },
    [...codes, codes[0], codes[1], '00000'].join('\n'),
  );
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Add ZIP codes', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('5,000 found, 1 unknown, 2 twice', { exact: true })).toBeVisible();
  const pasted = await save(page);
  expect(pasted.area?.zips).toEqual(codes);

  // Search and Space.
  const search = page.getByLabel('Search places', { exact: true });
  await search.fill('cuyahoga');
  const county = page.getByRole('checkbox', { name: 'Cuyahoga, OH', exact: true });
  await expect(county).toBeVisible();
  await search.press('ArrowDown');
  await expect(county).toBeFocused();
  await page.keyboard.press('Space');
  await expect(county).toBeChecked();
  expect((await save(page)).area?.counties).toEqual(['39035']);

  // By mouse: strokes through the middle of the country, where none of the pasted codes is.
  await page.getByText('Paint', { exact: true }).click();
  const brush = page.getByRole('radio', { name: 'Medium', exact: true });
  await expect(brush).toBeChecked();
  const map = page.getByRole('img', { name: /^Map of the United States/ });
  await map.scrollIntoViewIfNeeded();
  const frame = (await map.boundingBox())!;
  const at = (x: number, y: number) => [frame.x + frame.width * x, frame.y + frame.height * y] as const;
  await watchStutter(page);
  await page.mouse.move(...at(0.45, 0.54));
  await page.mouse.down();
  await page.mouse.move(...at(0.74, 0.54), { steps: 40 });
  await page.mouse.move(...at(0.74, 0.65), { steps: 10 });
  await page.mouse.move(...at(0.5, 0.65), { steps: 40 });
  const painting = await readStutter(page);
  const countText = (await page.getByText(/^[\d,]+ ZIP codes$/).textContent()) ?? '';
  const painted = Number(countText.replace(/\D/g, ''));
  expect(painted).toBeGreaterThan(4_000);
  await page.mouse.up();
  await expect(map).toHaveAttribute('aria-label', /ZIP codes/);
  const ended = await readStutter(page);
  // The frame rate is reported only: it depends on the machine.
  expect(painting.frames).toBeGreaterThan(0);
  expect(ended.frames).toBeGreaterThan(0);
  const stutter = JSON.stringify({ painted, painting, ended });
  await test.info().attach('stutter in milliseconds', { body: stutter, contentType: 'application/json' });
  console.log(`Stutter in milliseconds: ${stutter}`);
  expect((await save(page)).area?.zips).toHaveLength(PASTED + painted);
  await expectAccessible(page);
  await takeScreens(page, 'geo-settings');
  await inheritAgain(page);
});

test('on a narrow screen the map and the list are stacked', { tag: '@journey' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openProgram(page);
  await page.getByRole('button', { name: 'Override', exact: true }).click();
  await expect(page.getByRole('img', { name: /^Map of the United States/ })).toBeVisible();
  await expect(page.getByLabel('Search places', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});
