import { type ProgramRow, programSearch } from '@paceline/contract';
import { sql } from 'kysely';
import { hasWords, is, isIn } from '../../../shared/lists/conditions.ts';
import { listOf } from '../../../shared/lists/list-of.ts';
import { type ListFile } from '../../../shared/lists/list-routes.ts';
import { todayIn } from '../../../metrics/periods/periods.ts';
import { isTheirs } from '../clients.queries.ts';
import { listTakers } from './programs.queries.ts';

type StoredProgram = Omit<ProgramRow, 'campaigns' | 'campaignCount' | 'nextStart'> & { timeZone: string };

export const programRows = listOf<typeof programSearch, undefined, StoredProgram>(programSearch, {
  from: sql`program p
    join campus k on k.owner_key = p.owner_key and k.campus_key = p.campus_key
    join client_model m on m.owner_key = k.owner_key and m.client_model_key = k.client_model_key
    join client l on l.owner_key = m.owner_key and l.client_key = m.client_key
    join owner o on o.owner_key = p.owner_key`,
  owner: 'p.owner_key',
  where: () => isTheirs('l'),
  key: 'p.program_key',
  small: 'An owner has some hundreds of programs; its whole education data is a file of at most 20,000 rows.',
  columns: {
    programName: sql`lower(p.name)`,
    programCode: sql`lower(p.code)`,
    clientName: sql`lower(l.name)`,
    campusName: sql`lower(k.name)`,
    degreeLevel: 'p.degree_level',
    modality: 'p.modality',
    subjectArea: sql`lower(p.subject_area)`,
  },
  filters: {
    ownerKey: is('p.owner_key'),
    term: hasWords('p.name', 'p.code', 'k.name', 'k.code'),
    client: isIn('l.client_key'),
    campus: isIn('k.campus_key'),
    degree: isIn('p.degree_level'),
    modality: isIn('p.modality'),
    subject: isIn('p.subject_area'),
    active: is(sql`(p.active and k.active)`),
  },
  select: {
    programKey: 'p.program_key',
    ownerKey: 'p.owner_key',
    ownerName: 'o.name',
    programName: 'p.name',
    programCode: 'p.code',
    clientName: 'l.name',
    campusName: 'k.name',
    city: 'k.city',
    state: 'k.state',
    degreeLevel: 'p.degree_level',
    modality: 'p.modality',
    subjectArea: 'p.subject_area',
    cipCode: 'p.cip_code',
    lengthMonths: 'p.length_months',
    minEducation: 'p.min_education',
    startDates: sql`array(select d::text from unnest(p.start_dates) d order by d)`,
    landingUrl: 'p.landing_url',
    active: sql`p.active and k.active`,
    timeZone: 'o.time_zone',
  },
  isExact: () => true,
  complete: async (tx, rows, _, { now }) => {
    const takers = await listTakers(
      tx,
      rows.map(({ programKey }) => programKey),
      now,
    );
    return rows.map(({ timeZone, ...row }) => {
      const today = todayIn(now, timeZone).toString();
      return {
        ...row,
        nextStart: row.startDates.find((day) => day >= today) ?? null,
        ...(takers.get(row.programKey) ?? { campaigns: [], campaignCount: 0 }),
      };
    });
  },
});

export const programFile: ListFile<ProgramRow> = { name: 'programs' };
