import { sql } from 'kysely';
import { type Tx } from '../../src/db/scope/tx.ts';
import { CHECKS } from './list.ts';
import { type Check, rangeFor } from './check.ts';
import { type ScenarioName } from '../build/sizes.ts';

const measure = async (tx: Tx, { query }: Check): Promise<number> => {
  const { rows } = await sql<{ value: number | string | null }>`${sql.raw(query)}`.execute(tx);
  return Number(rows[0]?.value ?? Number.NaN);
};

/** The checks of the domain handbook, 4.7: a failure throws, and the load is rolled back. */
export const verifyChecks = async (
  tx: Tx,
  scenario: ScenarioName,
  checks: readonly Check[] = CHECKS,
): Promise<void> => {
  for (const check of checks.filter(({ only }) => only?.includes(scenario) ?? true)) {
    const value = await measure(tx, check);
    const [least, most] = rangeFor(check, scenario);
    if (!(value >= least && value <= most))
      throw new Error(`${check.name}: ${value}, not between ${least} and ${most}`);
  }
};
