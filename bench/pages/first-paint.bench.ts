import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleSizes, type Sizes } from './bundle-sizes.ts';
import { openDemoSite } from './demo-site.ts';
import { type Opened, openViewTimed, saveView } from './first-paint-analysis.ts';
import { bareTimed, type Moments, openProduct, reloadTimed, SCREEN, signInTimed } from './first-paint-page.ts';
import { openBrowser } from '../grid/grid-browser.ts';
import { median } from '../measure.ts';

/**
 * How long until something can be read? From a sign-in and from a reload to the frame, to the first figure and to all figures
 * of the executive overview, against a page of one line that makes the same calls; from the click on a saved view to its answer,
 * against the call alone; and how much JavaScript each screen loads, against what it was (first-paint-limits.json).
 */
const ROUNDS = Number(process.argv[3] ?? 5);
/** Gzip differs by a few bytes from build to build. */
const TOLERANCE_KB = 0.1;
/** The frame needs a style sheet and a small script besides the page itself, both from the browser's store. */
const MAX_OF_BARE_PAINT = 3;
/** A saved view is on the screen soon after its answer is. */
const MAX_OF_CALL = 1.5;
const VIEW = `Bench ${Date.now().toString(36)}`;
const root = join(import.meta.dirname, '../..');

const missed: string[] = [];

const tellSizes = (): void => {
  execFileSync(process.execPath, [join(root, 'scripts/check-bundle.mjs')], { cwd: root, stdio: 'ignore' });
  const now = bundleSizes(join(root, 'web/dist'));
  const limits = JSON.parse(readFileSync(join(import.meta.dirname, 'first-paint-limits.json'), 'utf8')) as Sizes;
  console.log('JavaScript, gzipped kB');
  for (const [what, size] of Object.entries(now)) {
    const limit = limits[what];
    const isOver = limit !== undefined && size > limit + TOLERANCE_KB;
    if (isOver) missed.push(`${what}: ${size} kB, was ${limit}`);
    console.log(
      `${isOver ? 'OVER' : 'ok  '} ${what.padEnd(34)} ${size.toFixed(1).padStart(7)} (was ${limit ?? 'not there'})`,
    );
  }
};

const medians = (all: readonly Moments[]): Moments => ({
  frame: median(all.map(({ frame }) => frame)),
  firstFigure: median(all.map(({ firstFigure }) => firstFigure)),
  allFigures: median(all.map(({ allFigures }) => allFigures)),
});

const tellMoments = (from: string, ours: readonly Moments[], bare: readonly Moments[]): void => {
  const [product, page] = [medians(ours), medians(bare)];
  const line = (what: string, value: number, against: number) =>
    console.log(
      `     ${`${from} → ${what}`.padEnd(34)} ${value.toFixed(0).padStart(6)} ms, bare ${against.toFixed(0).padStart(6)} ms, ${(value / against).toFixed(2)} of it`,
    );
  // After a sign-in nothing new is drawn by the bare page: the frame is held against its first answer.
  const bareFrame = from === 'reload' ? page.frame : page.firstFigure;
  line('the frame', product.frame, bareFrame);
  line('the first figure', product.firstFigure, page.firstFigure);
  line('all figures', product.allFigures, page.allFigures);
  if (from === 'reload' && product.frame > MAX_OF_BARE_PAINT * bareFrame)
    missed.push(`after a reload the frame takes more than ${MAX_OF_BARE_PAINT} × the first paint of a bare page`);
};

const tellOpened = (all: readonly Opened[]): void => {
  // The first time loads the page's scripts.
  const [, ...warm] = all;
  const drawn = median(warm.map((one) => one.drawn));
  const call = median(warm.map((one) => one.call));
  const ratio = drawn / call;
  console.log(
    `     ${'saved view → its answer'.padEnd(34)} ${drawn.toFixed(0).padStart(6)} ms, call ${call.toFixed(0).padStart(6)} ms, ${ratio.toFixed(2)} of it`,
  );
  if (ratio > MAX_OF_CALL) missed.push(`a saved view takes ${ratio.toFixed(2)} × its call, at most ${MAX_OF_CALL}`);
};

tellSizes();
const site = await openDemoSite(process.argv[4]);
const browser = await openBrowser();
try {
  const rounds = {
    signIn: [] as Moments[],
    bareSignIn: [] as Moments[],
    reload: [] as Moments[],
    bare: [] as Moments[],
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const { context, page } = await openProduct(browser);
    const { moments, calls } = await signInTimed(page, site.url);
    rounds.signIn.push(moments);
    rounds.reload.push(await reloadTimed(page));
    const other = await context.newPage();
    rounds.bare.push(
      await bareTimed(
        other,
        site.url,
        calls.filter(
          ({ path }) => path.startsWith('/api/') && path !== '/api/userconfig/get' && !path.includes('login'),
        ),
      ),
    );
    rounds.bareSignIn.push(await bareTimed(other, site.url, calls));
    await context.close();
  }
  const { context, page } = await openProduct(browser);
  await signInTimed(page, site.url);
  await saveView(page, VIEW);
  const opened: Opened[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) opened.push(await openViewTimed(page, site.url, VIEW));
  await context.close();
  console.log(`\n${SCREEN}, medians of ${ROUNDS}`);
  tellMoments('sign-in', rounds.signIn, rounds.bareSignIn);
  tellMoments('reload', rounds.reload, rounds.bare);
  tellOpened(opened);
} finally {
  await browser.close();
  await site.close();
}
for (const what of missed) console.error(`Missed: ${what}`);
process.exitCode = missed.length === 0 ? 0 : 1;
