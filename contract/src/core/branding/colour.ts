/** Surfaces that a brand's colour is read on: the page and its hovered rows, as in the web's theme. */
export const BRAND_SURFACES = { light: '#e3f0f9', dark: '#14324a' } as const;
/** WCAG 2.2, level AA, for text of usual size. */
export const MIN_CONTRAST = 4.5;

const WHITE = '#ffffff';
const BLACK = '#000000';
const channels = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** Relative luminance as WCAG defines it. */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

export const contrastOf = (one: string, other: string): number => {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
};

const mixed = (colour: string, other: string, share: number): string => {
  const to = channels(other);
  const parts = channels(colour).map((value, index) => Math.round(value + ((to[index] ?? 0) - value) * share));
  return `#${parts.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
};

const STEPS = 100;
/** The first mixture of a colour with another one that is readable on a surface; the colour itself where it is. */
const readable = (colour: string, other: string, surface: string): string => {
  for (let step = 0; step < STEPS; step += 1) {
    const one = mixed(colour, other, step / STEPS);
    if (contrastOf(one, surface) >= MIN_CONTRAST) return one;
  }
  return other;
};

/** The nearest darker colour that is readable on light surfaces, and so carries white text. */
export const darkEnough = (colour: string): string => readable(colour, BLACK, BRAND_SURFACES.light);

/** The colour as text on dark surfaces: no colour is readable on light and dark alike. */
export const onDark = (colour: string): string => readable(colour, WHITE, BRAND_SURFACES.dark);

/** A colour slightly darker, for what is pointed at. */
export const hovered = (colour: string): string => mixed(colour, BLACK, 0.14);

/** Why a colour cannot be a brand's, with one that can; null if it can. */
export const colourProblem = (colour: string): string | null => {
  if (!/^#[0-9a-f]{6}$/.test(colour)) return 'Write the colour as # and six digits, such as #0a5f99.';
  const contrast = contrastOf(colour, BRAND_SURFACES.light);
  if (contrast >= MIN_CONTRAST) return null;
  // Rounded down: 4.46 must not read as 4.5.
  const figure = Math.floor(contrast * 10) / 10;
  return `Text in ${colour} is hard to read on light pages: its contrast is ${figure}, at least ${MIN_CONTRAST} is needed. ${darkEnough(colour)} is the nearest that works.`;
};
