import { describe, expect, it, test } from 'vitest';
import { BRAND_SURFACES, colourProblem, contrastOf, darkEnough, MIN_CONTRAST, onDark } from './colour.ts';

test('contrast is what WCAG defines', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(contrastOf('#777777', '#ffffff')).toBeLessThan(4.5);
});

describe('a brand’s colour', () => {
  it.each(['#0a5f99', '#7a1f5c', '#000000', '#1f5fbf'])('%s can be read', (colour) => {
    expect(colourProblem(colour)).toBeNull();
    expect(darkEnough(colour)).toBe(colour);
  });

  it('is refused with its contrast and the nearest colour that works', () => {
    expect(colourProblem('#ffcc00')).toMatch(/^Text in #ffcc00 .* its contrast is 1\.3, at least 4\.5 is needed\. #/);
    expect(colourProblem('red')).toBe('Write the colour as # and six digits, such as #0a5f99.');
    expect(colourProblem('#FFCC00')).not.toBeNull();
  });

  it('has a readable form on light and on dark, whatever it is', () => {
    for (let value = 0; value < 0x1000000; value += 0x1f357) {
      const colour = `#${value.toString(16).padStart(6, '0')}`;
      const dark = darkEnough(colour);
      expect(colourProblem(dark)).toBeNull();
      // What is filled with it carries white text on both themes.
      expect(contrastOf(dark, '#ffffff')).toBeGreaterThanOrEqual(MIN_CONTRAST);
      expect(contrastOf(onDark(colour), BRAND_SURFACES.dark)).toBeGreaterThanOrEqual(MIN_CONTRAST);
    }
  });
});
