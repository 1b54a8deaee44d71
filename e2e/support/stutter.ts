import { type Page } from '@playwright/test';

/** In milliseconds. Browsers report tasks above 50 ms only: 0 means none. */
interface Stutter {
  frames: number;
  longestFrame: number;
  longestTask: number;
}

interface Watched {
  stutter: Stutter & { lastFrame: number | null; observer: PerformanceObserver };
}

/** Counts the page's frames and long tasks from now on. */
export const watchStutter = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const observer = new PerformanceObserver((list) => take(list.getEntries()));
    const watched = { frames: 0, longestFrame: 0, longestTask: 0, lastFrame: null as number | null, observer };
    const take = (entries: PerformanceEntryList): void => {
      for (const { duration } of entries) watched.longestTask = Math.max(watched.longestTask, duration);
    };
    observer.observe({ entryTypes: ['longtask'] });
    const count = (at: number): void => {
      if (watched.lastFrame !== null) {
        watched.frames += 1;
        watched.longestFrame = Math.max(watched.longestFrame, at - watched.lastFrame);
      }
      watched.lastFrame = at;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    (window as unknown as Watched).stutter = watched;
  });

/** The counts since the last read. */
export const readStutter = (page: Page): Promise<Stutter> =>
  page.evaluate(async () => {
    // Includes the frame that shows the last action.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const { stutter } = window as unknown as Watched;
    for (const { duration } of stutter.observer.takeRecords())
      stutter.longestTask = Math.max(stutter.longestTask, duration);
    const { frames, longestFrame, longestTask } = stutter;
    Object.assign(stutter, { frames: 0, longestFrame: 0, longestTask: 0 });
    return { frames, longestFrame: Math.round(longestFrame), longestTask: Math.round(longestTask) };
  });
