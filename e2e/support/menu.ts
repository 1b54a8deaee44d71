import { type Page } from '@playwright/test';
import { expect } from './test.ts';

export interface MenuEntry {
  section: string;
  label: string;
  href: string;
}

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** Every link of the left menu, with all sections opened. */
export const readMenu = async (page: Page): Promise<MenuEntry[]> => {
  const closed = menuOf(page).locator('button[aria-expanded="false"]');
  while ((await closed.count()) > 0) await closed.first().click();
  return menuOf(page)
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => ({
        section:
          link.closest('nav > ul > li')?.querySelector('button')?.textContent?.trim() ?? link.textContent?.trim() ?? '',
        label: link.textContent?.trim() ?? '',
        href: link.getAttribute('href') ?? '',
      })),
    );
};

/** Collects the server's refusals from now on, as `404 /api/…`. */
export const listRefusals = (page: Page): string[] => {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${new URL(response.url()).pathname}`);
  });
  return refused;
};

/** Opens every menu entry and waits until its page is complete, without any refused call. */
export const walkMenu = async (
  page: Page,
  entries: readonly MenuEntry[],
  refused: readonly string[],
  whole: (page: Page, entry: MenuEntry) => Promise<void> = () => Promise.resolve(),
): Promise<void> => {
  for (const entry of entries) {
    const { label, href } = entry;
    await page.goto(`/${href.slice(href.indexOf('#'))}`);
    const here = menuOf(page).locator('[aria-current="page"]');
    await expect(here, `${label} is where one is`).toHaveText(label);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 }), label).toBeVisible();
    await expect(page.getByRole('main').locator('[aria-busy="true"]'), label).toHaveCount(0);
    await expect(page.getByText(/^(Page not found|Something went wrong)/), label).toHaveCount(0);
    expect(refused, label).toEqual([]);
    await whole(page, entry);
  }
};
