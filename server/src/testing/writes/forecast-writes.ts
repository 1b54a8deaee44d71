import { type AnyCall, forecastCreate, forecastScenarioSave } from '@paceline/contract';
import { sql } from 'kysely';
import { type SignedIn, type TestApp } from '../app.ts';

interface World {
  ownerKey: number;
  goalKey: number;
}
interface Written {
  params?: { kpi: string; lineItem: string };
  body: unknown;
}
type Write = [entity: string, request: (world: World, as: SignedIn) => Written | Promise<Written>];

const A_PLAN = { plannedSpend: { '2026-04-01': 5_000 }, plannedCpl: {}, rateOverrides: {} };

/** What changes a forecast, each on a line item that has one. */
export const forecastWrites = (app: TestApp): Record<string, Write> => {
  const make = async (call: AnyCall, as: SignedIn, body: unknown): Promise<unknown> =>
    (await app.call(call, as, { body })).body.data;
  const built = async ({ ownerKey, goalKey }: World, as: SignedIn) => {
    const lineItem = String(goalKey);
    await make(forecastCreate, as, { ownerKey, lineItems: [lineItem] });
    return { ownerKey, lineItem };
  };
  return {
    forecastCreate: ['forecast', ({ ownerKey, goalKey }) => ({ body: { ownerKey, lineItems: [String(goalKey)] } })],
    forecastDelete: [
      'forecast',
      async (world, as) => {
        const { ownerKey, lineItem } = await built(world, as);
        return { params: { kpi: 'all', lineItem }, body: { ownerKey } };
      },
    ],
    forecastUpdate: [
      'forecast',
      async (world, as) => ({ body: { ...(await built(world, as)), kpi: 'spend', rowVersion: 1, notes: 'Looked at' } }),
    ],
    forecastCustomCreate: ['forecast', ({ ownerKey }) => ({ body: { ownerKey, name: 'A campus to come' } })],
    forecastScenarioSave: [
      'forecastScenario',
      async (world, as) => ({ body: { ...(await built(world, as)), name: 'More spend', plan: A_PLAN } }),
    ],
    forecastScenarioDelete: [
      'forecastScenario',
      async (world, as) => {
        const line = await built(world, as);
        const scenario = await make(forecastScenarioSave, as, { ...line, name: 'More spend', plan: A_PLAN });
        return { body: { ...line, scenarioKey: (scenario as { scenarioKey: number }).scenarioKey } };
      },
    ],
    forecastRunCancel: [
      'forecastRun',
      async ({ ownerKey }, as) => {
        const { rows } = await app.asMigrator((tx) =>
          sql<{ key: number }>`
            insert into forecast_run (owner_key, question, lines, asked_by, asked_at)
            values (${ownerKey}, '{"lineItems": [], "kpis": []}', 30, ${as.userKey}, ${app.clock.now()}) returning run_key as key
          `.execute(tx),
        );
        return { body: { ownerKey, runKey: rows[0]?.key ?? 0 } };
      },
    ],
  };
};
