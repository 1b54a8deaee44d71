import { expect, it } from 'vitest';
import { themeCss } from './theme-css.ts';

it('has the brand colour and both schemes, and no variable that Mantine ships itself', () => {
  const css = themeCss();
  expect(css).toContain('--mantine-color-brand-6: #0a76bc;');
  expect(css).toMatch(/:root\[data-mantine-color-scheme="dark"\][^{]*\{[^}]*--pl-canvas/);
  expect(css).toMatch(/:root\[data-mantine-color-scheme="light"\][^{]*\{[^}]*--pl-canvas/);
  expect(css).not.toContain('--mantine-color-green-6:');
});
