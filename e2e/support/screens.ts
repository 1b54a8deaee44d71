import path from 'node:path';
import type { Page } from '@playwright/test';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
const SCHEMES = ['light', 'dark'] as const;
const { PACELINE_SCREENSHOTS } = process.env;

/** Takes screenshots in both sizes and both themes into the folder PACELINE_SCREENSHOTS; does nothing without it. */
export const takeScreens = async (page: Page, name: string): Promise<void> => {
  if (!PACELINE_SCREENSHOTS) return;
  const before = page.viewportSize();
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const file = `${name}-${size.width}-${colorScheme}.png`;
      await page.screenshot({ path: path.join(PACELINE_SCREENSHOTS, file), animations: 'disabled' });
    }
  }
  await page.emulateMedia({ colorScheme: null });
  if (before) await page.setViewportSize(before);
};
