import { hovered, onDark } from '@paceline/contract';

/** The theme's variables that take a brand's colour, by scheme: no colour is readable on light and dark alike. */
export const brandVariables = (colour: string, scheme: 'light' | 'dark'): Record<string, string> => {
  const text = scheme === 'light' ? colour : onDark(colour);
  return {
    '--mantine-color-brand-filled': colour,
    '--mantine-color-brand-filled-hover': hovered(colour),
    '--mantine-primary-color-filled': colour,
    '--mantine-primary-color-filled-hover': hovered(colour),
    '--mantine-color-anchor': text,
    '--pl-accent-text': text,
  };
};
