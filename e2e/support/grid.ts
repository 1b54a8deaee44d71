import { expect, type Locator, type Page } from '@playwright/test';

const activeText = (grid: Locator): Promise<string> =>
  grid.evaluate(
    (element) => document.getElementById(element.getAttribute('aria-activedescendant') ?? '')?.textContent ?? '',
  );

/** The active cell's text without its leading mark. */
export const activeCell = async (grid: Locator): Promise<string> => (await activeText(grid)).replace(/^.*: .*\./, '');

/** Presses Tab until the target has the focus. */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
};

/** Moves to a column's header with the arrow keys. Distant columns are rendered only when reached. */
export const toHeader = async (page: Page, grid: Locator, label: string): Promise<void> => {
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowUp');
  for (let presses = 0; presses < 90; presses += 1) {
    if ((await activeText(grid)) === label) return;
    await page.keyboard.press('ArrowRight');
  }
  expect(await activeText(grid)).toBe(label);
};

/** Moves to a column's cell in the n-th row. */
export const toCell = async (page: Page, grid: Locator, label: string, row = 0): Promise<void> => {
  await toHeader(page, grid, label);
  for (let presses = 0; presses <= row; presses += 1) await page.keyboard.press('ArrowDown');
};

/** The total under the column of the active cell. */
export const totalBelow = async (grid: Locator): Promise<number> => {
  const text = await grid.evaluate((element) => {
    const active = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
    const rows = [...element.querySelectorAll('[role="row"]')];
    const column = active?.getAttribute('aria-colindex');
    const total = rows.at(-1)?.querySelector(`[aria-colindex="${column}"]`);
    // The total's note follows it for screen readers.
    return total?.firstChild?.textContent ?? '';
  });
  return Number(text.replace(/[$,%]/g, ''));
};

/** The rows of a streamed list, with the page user's rights. */
export const streamAsPage = (page: Page, path: string): Promise<Record<string, unknown>[]> =>
  page.evaluate(async (url) => {
    const { accessToken } = JSON.parse(localStorage.getItem('paceline.session') ?? '') as { accessToken: string };
    const response = await fetch(url, { headers: { authorization: `Bearer ${accessToken}` } });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    const lines = text.trim().split('\n');
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => !('__end' in line));
  }, `/api${path}`);
