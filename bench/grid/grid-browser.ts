import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from '@playwright/test';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The machine's own where there is one; else the one that Playwright has installed. */
const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ ...(INSTALLED && { executablePath: INSTALLED }), args: FLAGS });

/** A page that tells when it threw or asked for something that the content security policy refuses. */
export const openPage = async (browser: Browser, url: string): Promise<{ page: Page; problems: string[] }> => {
  const problems: string[] = [];
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.on('pageerror', (error) => problems.push(error.message));
  await page.exposeFunction('reportViolation', (text: string) => problems.push(text));
  await page.addInitScript({
    content: `document.addEventListener('securitypolicyviolation', (event) =>
      reportViolation('CSP: ' + event.effectiveDirective + ' refused ' + event.blockedURI));`,
  });
  await page.addInitScript({ content: WATCH_ROWS });
  await page.goto(url);
  return { page, problems };
};

/** Notes when the first row is on the screen and when the last one is there: two frames after the change that brought it. */
const WATCH_ROWS = `
  const painted = (name) =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.mark(name)))));
  let whole;
  window.rowsWhole = new Promise((resolve) => (whole = resolve));
  let seen = false;
  const watch = new MutationObserver(() => {
    if (!seen && document.querySelector('[role=gridcell]')) {
      seen = true;
      void painted('rows-visible');
    }
    const grid = document.querySelector('[role=treegrid]');
    if (grid && grid.getAttribute('aria-busy') === 'false') {
      watch.disconnect();
      void painted('rows-whole').then(() => whole());
    }
  });
  watch.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-busy'] });
`;

const marked = (name: string): string => `performance.getEntriesByName('${name}')[0].startTime`;

export const arrival = async (page: Page): Promise<{ visible: number; whole: number }> => {
  // No waitForFunction: it evaluates its text inside of the page, which the content security policy refuses.
  await page.evaluate('window.rowsWhole');
  const since = (name: string) => page.evaluate<number>(`${marked(name)} - ${marked('first-byte')}`);
  return { visible: await since('rows-visible'), whole: await since('rows-whole') };
};

/** Scrolls by so many pixels a frame and answers with how long the frames took. */
export const scrollFrames = (page: Page, axis: 'scrollTop' | 'scrollLeft', step: number, frames: number) =>
  page.evaluate<number[]>(`new Promise((resolve) => {
    const grid = document.querySelector('[role=treegrid]');
    const took = [];
    let last = 0;
    let way = ${step};
    const frame = (now) => {
      if (last) took.push(now - last);
      last = now;
      const before = grid.${axis};
      grid.${axis} += way;
      if (grid.${axis} === before) way = -way;
      if (took.length < ${frames}) requestAnimationFrame(frame);
      else resolve(took);
    };
    requestAnimationFrame(frame);
  })`);

/** Types into a cell and answers, for each key, how long it took from the key to the frame that shows all that follows. */
export const typeFigures = async (page: Page, text: string): Promise<number[]> => {
  await page.evaluate(`
    window.took = [];
    window.onTyped = (event) => {
      const since = event.timeStamp;
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => window.took.push(performance.now() - since);
        port2.postMessage(0);
      });
    };
    document.addEventListener('keydown', window.onTyped, true);
  `);
  for (const key of text) {
    await page.keyboard.press(key);
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 30)))');
  }
  return page.evaluate<number[]>("document.removeEventListener('keydown', window.onTyped, true); window.took");
};

export const heapMegabytes = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1024 / 1024;
};

/** Measures how long the page's main thread works, in processor time, which others on the machine do not take. */
export const mainThread = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
  return {
    during: async (count: number, act: () => Promise<number[]>): Promise<{ clock: number[]; work: number }> => {
      const before = await worked();
      const clock = await act();
      return { clock, work: ((await worked()) - before) / count };
    },
  };
};
