import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import type { Plugin } from 'vite';
import { cssVariables, theme } from '../src/ui/theme/theme.ts';

const ID = 'virtual:theme.css';

type Variables = Record<string, string>;
const changed = (all: Variables, standard: Variables): Variables =>
  Object.fromEntries(Object.entries(all).filter(([name, value]) => standard[name] !== value));

/** The CSS variables of our theme that differ from Mantine's own style sheet. */
export const themeCss = (): string => {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const ours = defaultCssVariablesResolver(merged);
  const extra = cssVariables(merged);
  const standard = defaultCssVariablesResolver(DEFAULT_THEME);
  return convertCssVariables({
    variables: changed({ ...ours.variables, ...extra.variables }, standard.variables),
    light: changed({ ...ours.light, ...extra.light }, standard.light),
    dark: changed({ ...ours.dark, ...extra.dark }, standard.dark),
  });
};

/**
 * Writes the theme into the style sheet at build time. Mantine would add a <style> element in the browser, which
 * `style-src 'self'` and `require-trusted-types-for 'script'` forbid.
 */
export const themeCssPlugin = (): Plugin => ({
  name: 'paceline-theme-css',
  resolveId: (id) => (id === ID ? ID : null),
  load: (id) => (id === ID ? themeCss() : null),
});
