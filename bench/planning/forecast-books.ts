import { makeScope } from '@paceline/server/src/db/scope/make-scope.ts';
import { openDatabase } from '@paceline/server/src/db/scope/tx.ts';
import { type ForecastBook, openForecastBook } from '@paceline/server/src/metrics/forecast/book.ts';
import { openClient } from '../load/connections.ts';
import { NOW, openScaleStore } from '../scale-store.ts';

interface ForecastStore {
  ownerKeys: number[];
  /** Reads all that an owner's forecasts are built from. */
  open(ownerKey: number): Promise<ForecastBook>;
  close(): Promise<void>;
}

/** The owners of a scenario with line items, and the books of their months. */
export const openForecastStore = async (scenario: 'demo' | 'scale'): Promise<ForecastStore> => {
  const store = await openScaleStore(scenario);
  const client = await openClient(store.ownerUrl);
  const { rows } = await client.query<{ ownerKey: number }>(
    `select owner_key as "ownerKey" from goal group by 1 order by count(*) desc, 1`,
  );
  await client.end();
  const db = openDatabase(store.appUrl, 2);
  return {
    ownerKeys: rows.map(({ ownerKey }) => ownerKey),
    open: (ownerKey) =>
      db.readScope(makeScope({ userKey: null, group: 'ag', ownerKeys: [ownerKey], partnerKey: null }), (tx) =>
        openForecastBook(tx, ownerKey, NOW),
      ),
    close: async () => {
      await db.close();
      await store.close();
    },
  };
};
