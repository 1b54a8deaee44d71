import { parentPort, workerData } from 'node:worker_threads';
import highsModule from 'highs';
import { type LinearAnswer, type LinearProblem } from './linear-problem.ts';

/** Relative gap: without it, some integer problems run for minutes over the last thousandth. */
const GAP = 0.002;
/** Minimum time for a problem, enough for a small one, even when the total time is nearly over. */
const MIN_SECONDS = 0.2;

// The types describe the CommonJS build; the imported ES module's default export is the loader itself.
const loadHighs = highsModule as unknown as (typeof highsModule)['default'];
/** One per problem, in order. */
export type SolverReply = LinearAnswer[];

const { problems, seconds } = workerData as { problems: readonly LinearProblem[]; seconds: number };
const highs = await loadHighs();
const end = performance.now() + seconds * 1000;

const reply: SolverReply = problems.map(({ text }): LinearAnswer => {
  const left = Math.max(MIN_SECONDS, (end - performance.now()) / 1000);
  const { Status, Columns, Rows } = highs.solve(text, { time_limit: left, mip_rel_gap: GAP });
  const columns: Record<string, { Index: number; Primal?: number }> = Columns;
  const values = Object.entries(columns).map(([name, { Primal = 0 }]) => [name, Primal] as const);
  const duals = Rows.flatMap((row) => ('Dual' in row && 'Name' in row ? [[row.Name, row.Dual] as const] : []));
  return {
    status: Status === 'Optimal' ? 'optimal' : Status === 'Time limit reached' ? 'timeLimit' : 'infeasible',
    values: Object.fromEntries(values),
    duals: Object.fromEntries(duals),
  };
});
parentPort?.postMessage(reply, []);
