import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** The product's accent, #0A76BC, is shade 6: white text on it has a contrast of 4.9. */
const brand: MantineColorsTuple = [
  '#eaf5fc',
  '#d2e8f7',
  '#a5d0ee',
  '#74b5e5',
  '#459cda',
  '#2388cd',
  '#0a76bc',
  '#0965a1',
  '#075486',
  '#05426b',
];

/** Cool greys: Mantine's neutral ones look muddy beside blue. */
const dark: MantineColorsTuple = [
  '#d7dde5',
  '#b9c2cd',
  '#9ca8b6',
  '#8491a1',
  '#36414d',
  '#2a333d',
  '#1d242c',
  '#141a20',
  '#0f1419',
  '#0a0e12',
];

const closeButton = { closeButtonProps: { 'aria-label': 'Close' } };
// Mantine's scroll lock writes a <style> element, which the CSP refuses; global.css locks instead.
const overlay = { defaultProps: { ...closeButton, lockScroll: false, overlayProps: { backgroundOpacity: 0.35 } } };

export const theme = createTheme({
  primaryColor: 'brand',
  // Filled controls get dark text where white would have too little contrast.
  autoContrast: true,
  colors: { brand, dark },
  black: '#16202a',
  defaultRadius: 'sm',
  respectReducedMotion: true,
  fontFamily: "Inter, -apple-system, 'Segoe UI Variable Text', 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.375rem', lineHeight: '1.3' }, h2: { fontSize: '1.0625rem', lineHeight: '1.35' } },
  },
  // Each fixes an axe finding in the defaults.
  components: {
    Modal: overlay,
    Drawer: overlay,
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
  },
});

/** `--pl-…` are the product's surfaces and lines; components use these and no literal colours. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-placeholder': '#62686f',
    '--mantine-color-dimmed': '#566270',
    '--mantine-color-error': '#c02626',
    '--mantine-color-red-6': '#c02626',
    '--mantine-color-anchor': brand[7],
    '--mantine-color-default-border': '#ccd5de',
    '--mantine-color-disabled-color': '#6b7683',
    '--pl-canvas': '#f4f6f9',
    '--pl-surface': '#ffffff',
    '--pl-surface-hover': '#f1f6fa',
    '--pl-surface-active': '#e3f0f9',
    '--pl-line': '#dde3ea',
    '--pl-accent-text': brand[7],
    '--pl-good': '#1a7f37',
    '--pl-warn': '#8a5a00',
    '--pl-shadow': '0 1px 2px rgb(22 32 42 / 6%), 0 8px 24px rgb(22 32 42 / 6%)',
  },
  dark: {
    '--mantine-color-brand-filled': brand[6],
    '--mantine-color-brand-filled-hover': brand[7],
    '--mantine-color-placeholder': '#98a4b2',
    '--mantine-color-dimmed': '#9ca8b6',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-anchor': brand[3],
    '--mantine-color-disabled-color': '#8491a1',
    '--pl-canvas': '#10151a',
    '--pl-surface': '#181f26',
    '--pl-surface-hover': '#1f2831',
    '--pl-surface-active': '#14324a',
    '--pl-line': '#2a343f',
    '--pl-accent-text': brand[3],
    '--pl-good': '#56c271',
    '--pl-warn': '#e0b25a',
    '--pl-shadow': '0 1px 2px rgb(0 0 0 / 40%), 0 8px 24px rgb(0 0 0 / 28%)',
  },
});
