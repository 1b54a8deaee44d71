import { type Browser, type BrowserContext, type Page, type Request } from '@playwright/test';

export const SCREEN = '/#/s/cl/dashboard/executiveoverview';
const USER = { name: 'client.admin', password: 'Paceline@Demo2026' };

/** Milliseconds from the start: the frame, the first amount and all amounts are on the screen. */
export interface Moments {
  frame: number;
  firstFigure: number;
  allFigures: number;
}

/** A call that the product made, to be made again by a page that does nothing else. */
interface MadeCall {
  path: string;
  method: string;
  body: string | null;
  headers: Record<string, string>;
}

/** Notes the moments, two drawn frames after the change that brought them. The start is the page's, or the submit of a form. */
const WATCH = `
  window.moments = {};
  window.startedAt = 0;
  document.addEventListener('submit', () => {
    window.moments = {};
    window.startedAt = performance.now();
  }, true);
  const note = (name) => {
    if (name in window.moments) return;
    window.moments[name] = null;
    const since = window.startedAt;
    requestAnimationFrame(() => requestAnimationFrame(() => (window.moments[name] = performance.now() - since)));
  };
  const look = () => {
    const shown = document.documentElement.hasAttribute('data-frame') && document.getElementById('frame');
    if (shown || document.querySelector('header')) note('frame');
    const main = document.querySelector('main');
    if (!main || !location.hash.includes('executiveoverview')) return;
    if (!/\\$\\d/.test(main.textContent)) return;
    note('firstFigure');
    if (!main.querySelector('.mantine-Skeleton-root') && main.querySelector('canvas')) note('allFigures');
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
`;

const momentsOf = async (page: Page): Promise<Moments> => {
  for (;;) {
    const moments = await page.evaluate<Partial<Moments>>('window.moments');
    const { frame, firstFigure, allFigures } = moments;
    if (typeof frame === 'number' && typeof firstFigure === 'number' && typeof allFigures === 'number')
      return { frame, firstFigure, allFigures };
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 50))');
  }
};

export const openProduct = async (browser: Browser): Promise<{ context: BrowserContext; page: Page }> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript({ content: WATCH });
  return { context, page };
};

/** Signs in and waits for the screen; `calls` are those it made, live streams left out. */
export const signInTimed = async (page: Page, url: string): Promise<{ moments: Moments; calls: MadeCall[] }> => {
  await page.goto(url);
  await page.getByLabel('Username').fill(USER.name);
  await page.getByLabel('Password', { exact: true }).fill(USER.password);
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.getByRole('button', { name: 'Sign in' }).click();
  const moments = await momentsOf(page);
  const ours = requests.filter((request) => /\/(api|auth)\//.test(request.url()) && !request.url().endsWith('/live'));
  const calls = await Promise.all(
    ours.map(async (request): Promise<MadeCall> => {
      const { authorization = '', 'content-type': type } = await request.allHeaders();
      const headers = { authorization, ...(type !== undefined && { 'content-type': type }) };
      return { path: request.url().slice(url.length), method: request.method(), body: request.postData(), headers };
    }),
  );
  return { moments, calls };
};

/** When the browser drew the page's first text or picture, as it says itself. */
const firstPaintOf = (page: Page): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) =>
    new PerformanceObserver((list) => list.getEntriesByName('first-contentful-paint').forEach((paint) => resolve(paint.startTime)))
      .observe({ type: 'paint', buffered: true }))`);

/** A signed-in page draws its frame first, before any script of its own. */
export const reloadTimed = async (page: Page): Promise<Moments> => {
  await page.reload();
  const moments = await momentsOf(page);
  return { ...moments, frame: await firstPaintOf(page) };
};

/** A page of one line that makes the same calls, all at once, after the sign-in's own where it begins with those. */
export const bareTimed = async (page: Page, url: string, calls: readonly MadeCall[]): Promise<Moments> => {
  await page.goto(`${url}/healthz`);
  const frame = await firstPaintOf(page);
  const figures = await page.evaluate(async (all) => {
    const startsWithToken = all.some(({ path }) => path.startsWith('/auth/'));
    const since = startsWithToken ? performance.now() : 0;
    let token = '';
    const make = async ({ path, method, body, headers }: (typeof all)[number]) => {
      const used =
        path.startsWith('/auth/') || token === '' ? headers : { ...headers, authorization: `Bearer ${token}` };
      const answer = await fetch(path, { method, body, headers: used });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      return answer.text();
    };
    let first = Number.POSITIVE_INFINITY;
    const login = startsWithToken ? all[0] : undefined;
    const rest = login ? all.slice(1) : all;
    if (login) token = (JSON.parse(await make(login)) as { data: { access_token: string } }).data.access_token;
    const config = login ? rest[0] : undefined;
    const others = config ? rest.slice(1) : rest;
    if (config) await make(config);
    await Promise.all(
      others.map(async (call) => {
        await make(call);
        first = Math.min(first, performance.now() - since);
      }),
    );
    return { firstFigure: first, allFigures: performance.now() - since };
  }, calls);
  return { frame, ...figures };
};
