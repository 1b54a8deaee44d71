import { LIMITS } from '@paceline/contract';

export interface Place {
  side: 'right' | 'center' | 'left';
  /** From the top of the window, in pixels. */
  top: number;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface PlacedBox extends Place {
  box: Box;
}

/** Room between a message and the edge of the window. */
const EDGE = 16;

/** Where the messages may stand, the usual place first: 100 px from the top, or else at the bottom. */
export const placesOf = (list: HTMLElement): PlacedBox[] => {
  const { width, height } = list.getBoundingClientRect();
  const { innerWidth, innerHeight } = window;
  const lefts = { right: innerWidth - width, center: (innerWidth - width) / 2, left: 0 } as const;
  return [LIMITS.toastTopPx, innerHeight - height - EDGE].flatMap((top) =>
    (['right', 'center', 'left'] as const).map((side) => ({
      side,
      top,
      box: { left: lefts[side], right: lefts[side] + width, top, bottom: top + height },
    })),
  );
};

const meets = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The first place without a control under it; if there is none, the one that covers the fewest. */
export const freePlace = (places: readonly PlacedBox[], controls: readonly Box[]): Place => {
  let best: Place = { side: 'right', top: LIMITS.toastTopPx };
  let fewest = Number.POSITIVE_INFINITY;
  for (const { side, top, box } of places) {
    const covered = controls.filter((control) => meets(box, control)).length;
    if (covered < fewest) [best, fewest] = [{ side, top }, covered];
  }
  return best;
};
