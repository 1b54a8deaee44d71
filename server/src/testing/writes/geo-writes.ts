import { sql } from 'kysely';
import { type TestApp } from '../app.ts';
import { type Request } from '../calls/audited-calls.ts';

interface World {
  ownerKey: number;
}

/** How the calls of service areas are made so that they succeed and leave their lines. */
export const geoWrites = (harness: TestApp): Record<string, readonly [string, (world: World) => Promise<Request>]> => {
  const programOf = ({ ownerKey }: World): Promise<{ campus: number; program: number; code: string }> =>
    harness.asMigrator(async (tx) => {
      const { rows } = await sql<{ campus: number; program: number; code: string }>`
        select p.campus_key as campus, p.program_key as program, k.code
        from program p join campus k using (owner_key, campus_key) where p.owner_key = ${ownerKey} limit 1
      `.execute(tx);
      return rows[0]!;
    });
  const area = { states: ['US-TX'] };
  const file = (code: string) => ['Campus Code,Geo Type,Geo Value,Include/Exclude', `${code},ZIP,78701,INCLUDE`];
  return {
    geoAreaSave: [
      'campus',
      async (world) => {
        const { campus } = await programOf(world);
        return { params: { campus }, body: { area, rowVersion: 0 } };
      },
    ],
    geoProgramAreaSave: [
      'program',
      async (world) => {
        const { campus, program } = await programOf(world);
        return { params: { campus, program }, body: { area, rowVersion: 0 } };
      },
    ],
    geoImport: [
      'bulkImport',
      async (world) => {
        const { campus, code } = await programOf(world);
        return { params: { campus }, query: { apply: 'goodRows' }, file: file(code) };
      },
    ],
    geoProgramImport: [
      'bulkImport',
      async (world) => {
        const { campus, program, code } = await programOf(world);
        const { rows } = await harness.asMigrator((tx) =>
          sql<{ code: string }>`select code from program where program_key = ${program}`.execute(tx),
        );
        return {
          params: { campus, program },
          query: { apply: 'goodRows' },
          file: [
            'Campus Code,Program Code,Geo Type,Geo Value,Include/Exclude',
            `${code},${rows[0]!.code},ZIP,78702,INCLUDE`,
          ],
        };
      },
    ],
    dmaImport: [
      'bulkImport',
      ({ ownerKey }) =>
        Promise.resolve({
          params: { owner: ownerKey },
          query: { apply: 'goodRows' },
          file: ['County FIPS,DMA Code,DMA Name', '39035,510,Cleveland-Akron'],
        }),
    ],
  };
};
