import { type Page } from '@playwright/test';

const ANALYSIS = '/s/cl/insights/reports/media_analysis';
const VIEWS = '/s/cl/insights/savedviews';
const CALL = '/reporting/question';

/** Milliseconds from the click that opens a saved view: its answer is drawn, and how long the call for it took alone. */
export interface Opened {
  drawn: number;
  call: number;
}

/** Twelve months of every campaign, beside the twelve before. */
const QUESTION = {
  channel: 'all',
  vertical: 'all',
  dimensions: ['campaign'],
  measures: ['spend', 'validLeads', 'cpl', 'enrollments', 'cpe'],
  filters: [],
  period: { range: 'last12Months' },
  granularity: 'month',
  compare: 'lastYear',
};

/** Saves the question as a view of the signed-in user; the page works on an owner already. */
export const saveView = async (page: Page, name: string): Promise<void> => {
  const ownerKey = /[?&]owner=(\d+)/.exec(page.url())?.[1];
  const body = { viewKey: null, rowVersion: null, name, description: '', sharing: 'private', question: QUESTION };
  await page.evaluate(
    async ([path, text]) => {
      const { accessToken } = JSON.parse(localStorage.getItem('paceline.session') ?? '') as { accessToken: string };
      const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
      const answer = await fetch(path!, { method: 'POST', headers, body: text! });
      if (!answer.ok) throw new Error(await answer.text());
    },
    [`/api/cl/${ownerKey}/savedview/save`, JSON.stringify(body)],
  );
};

/** Notes the click and when the answer's first row is drawn: two frames after the change that brought it. */
const WATCH = `
  window.opened = { from: 0, drawn: null };
  document.addEventListener('click', () => { window.opened = { from: performance.now(), drawn: null }; performance.clearResourceTimings(); }, true);
  window.watching = new MutationObserver(() => {
    if (window.opened.drawn !== null || !location.hash.includes('${ANALYSIS}')) return;
    if (!document.querySelector('main [role=gridcell], main tbody td')) return;
    window.opened.drawn = 0;
    requestAnimationFrame(() => requestAnimationFrame(() => (window.opened.drawn = performance.now() - window.opened.from)));
  });
  window.watching.observe(document, { subtree: true, childList: true, characterData: true });
`;

/** Opens the view from the list of saved views, in a page whose scripts are there. */
export const openViewTimed = async (page: Page, url: string, name: string): Promise<Opened> => {
  await page.goto(`${url}/#${VIEWS}`);
  await page.reload();
  await page.getByRole('link', { name: `Open ${name}`, exact: true }).waitFor();
  await page.evaluate(WATCH);
  await page.getByRole('link', { name: `Open ${name}`, exact: true }).click();
  for (;;) {
    const opened = await page.evaluate<{ drawn: number | null; calls: number[] }>(`({
      drawn: window.opened.drawn,
      calls: performance.getEntriesByType('resource').filter(({ name }) => name.includes('${CALL}')).map(({ duration }) => duration),
    })`);
    if (opened.drawn !== null && opened.drawn > 0) {
      if (opened.calls.length !== 1) throw new Error(`Opening a view asked ${opened.calls.length} questions`);
      return { drawn: opened.drawn, call: opened.calls[0]! };
    }
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 50))');
  }
};
