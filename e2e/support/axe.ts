import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Runs axe in one call in the page (legacy mode) and returns violations only, which takes a quarter of the time. The other mode is for
 * frames of other origins, which no page has.
 */
const axeOf = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

const IS_QUICK = process.env['PACELINE_TESTS'] === 'quick';

/** Rules that depend on the colour theme. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];

const expectNothingGrave = async (page: Page, axe: AxeBuilder): Promise<void> => {
  // During a colour transition the contrast is that of neither colour. Endless animations are not waited for.
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
 * Expects no serious or critical finding; findings name their element. Runs in `npm run test:all` only: it takes seconds per page. Pages
 * are checked in both themes by the menu tests; dialogs and drawers in the current theme.
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
