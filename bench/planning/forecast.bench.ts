import { openBuilder } from '@paceline/server/src/features/forecast/build/build-lines.ts';
import { openRates } from '@paceline/server/src/metrics/forecast/line.rules.ts';
import { forecastLine, NO_PLAN } from '@paceline/server/src/metrics/forecast/plan.rules.ts';
import { openForecastStore } from './forecast-books.ts';
import { takeTurns } from '../measure.ts';

/**
 * How long do 500 line items take, with six months of ten figures each, their back-tests and ranges? The lines of the owner with the
 * most are repeated until there are so many. Told against reading the owner's months once, which a build does too.
 * `npm run bench -- forecast scale` reads the scenario `scale`.
 */
const LINES = 500;
const MONTHS = 6;
const MAX_SECONDS = 10;
const ROUNDS = 3;

const store = await openForecastStore(process.argv.includes('scale') ? 'scale' : 'demo');
const [ownerKey = 0] = store.ownerKeys;
const book = await store.open(ownerKey);
const own = book.history.lines;
const lines = Array.from({ length: LINES }, (_, index) => ({ ...own[index % own.length]!, lineItem: `line ${index}` }));
const history = { ...book.history, lines };
const many = { ...book, history, rates: openRates(history) };

let figures = 0;
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};
const medians = await takeTurns(
  {
    read: () => timed(() => store.open(ownerKey)),
    build: () =>
      timed(async () => {
        const builder = openBuilder(many);
        figures = 0;
        for (const line of lines) {
          const basis = await builder.basisOf(line, 'AUTO');
          for (const { forecast } of Object.values(forecastLine(basis, { method: 'AUTO', ...NO_PLAN }).figures))
            figures += forecast.slice(0, MONTHS).length;
        }
      }),
  },
  ROUNDS,
);
await store.close();

const seconds = medians.build / 1_000;
console.log(`${LINES} line items, ${figures} figures: ${seconds.toFixed(2)} s`);
console.log(`one read of the months of ${own.length} line items: ${(medians.read / 1_000).toFixed(3)} s`);
console.log(`a build is ${(medians.build / medians.read).toFixed(1)} reads`);
if (seconds > MAX_SECONDS) process.exitCode = 1;
