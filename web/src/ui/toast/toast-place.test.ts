import { expect, test } from 'vitest';
import { freePlace, type PlacedBox } from './toast-place.ts';

const place = (side: PlacedBox['side'], top: number, left: number): PlacedBox => ({
  side,
  top,
  box: { left, right: left + 360, top, bottom: top + 50 },
});
const PLACES = [place('right', 100, 1080), place('center', 100, 540), place('left', 100, 0), place('right', 830, 1080)];
const control = (left: number, top: number) => ({ left, right: left + 90, top, bottom: top + 36 });

test('stays at the right, 100 px from the top, where no control is', () => {
  expect(freePlace(PLACES, [control(700, 300)])).toEqual({ side: 'right', top: 100 });
  expect(freePlace(PLACES, [])).toEqual({ side: 'right', top: 100 });
});

test('gives way to buttons and filters, also at the bottom of the window', () => {
  const save = control(1200, 110);
  expect(freePlace(PLACES, [save])).toEqual({ side: 'center', top: 100 });
  const filters = [0, 400, 600, 1100].map((left) => control(left, 120));
  expect(freePlace(PLACES, [save, ...filters])).toEqual({ side: 'right', top: 830 });
});

test('covers the fewest controls where every place has some', () => {
  const everywhere = PLACES.flatMap(({ box }) => [control(box.left + 10, box.top), control(box.left + 110, box.top)]);
  expect(freePlace(PLACES, [...everywhere.slice(0, 2), ...everywhere.slice(3)])).toMatchObject({ side: 'center' });
});
