import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * In one go, in the page itself, telling what is wrong and not what is right: a quarter of the time. What the other way is
 * for, frames of other origins, no page has.
 */
const axeOf = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

const IS_QUICK = process.env['PACELINE_TESTS'] === 'quick';

/** What a change of colours can break. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];

const expectNothingGrave = async (page: Page, axe: AxeBuilder): Promise<void> => {
  // A colour on its way to another one has the contrast of neither. What turns for ever is not waited for.
  const isChanging = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => (animation instanceof CSSTransition ? animation.transitionProperty : animation.id)),
    );
  await expect.poll(isChanging, { message: 'what still changes its colour' }).toEqual([]);
  const { violations } = await axe.analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
};

/**
 * No serious and no critical finding; what is found is named with its element. Asked by `npm run test:all` only: a page takes
 * seconds. Pages are asked in both themes where the menus are walked, their dialogs and drawers in the one that they stand in.
 */
export const expectAccessible = async (page: Page, { inBothThemes = false } = {}): Promise<void> => {
  if (IS_QUICK) return;
  await expectNothingGrave(page, axeOf(page));
  if (!inBothThemes) return;
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' });
  await expectNothingGrave(page, axeOf(page).withRules(RULES_OF_COLOURS));
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
};
