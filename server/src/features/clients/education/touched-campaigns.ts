import { type GeoPoint, milesBetween } from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { type BulkContext, type BulkRow, type FileEffects } from '../../../shared/bulk/define-bulk.ts';
import { campusPoint } from '../../../shared/intake/campus-point.ts';
import { campusOf, namedBy } from './education-rows.ts';
import { countOpenPrograms, type NamedProgram } from './education.queries.ts';
import { listCircles, listTakersAt, type TouchedCampaign } from './touched.queries.ts';

const MAX_NAMED = 5;

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** "2 campaigns: Spring, Winter" */
const listed = (names: readonly string[], one: string, many?: string): string => {
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return `${counted(names.length, one, many)}: ${names.slice(0, MAX_NAMED).join(', ')}${more}`;
};

const campaignsText = (campaigns: readonly TouchedCampaign[]): string =>
  listed(
    campaigns.map(({ name }) => name),
    'campaign',
  );

/** The effects of a row on campaigns that take leads for its program, in the order of the remarks. */
const ACTS = [
  {
    column: 'active',
    isDone: ({ after, isNew }: BulkRow) => !isNew && after['active'] === false,
    row: (campaigns: string) => `Closed for ${campaigns}.`,
    file: 'closes',
    files: 'close',
  },
  {
    column: 'active',
    isDone: ({ after, isNew }: BulkRow) => (isNew ? after['active'] !== false : after['active'] === true),
    row: (campaigns: string) => `Open for leads of ${campaigns}.`,
    file: 'opens',
    files: 'open',
  },
  {
    column: 'landingUrl',
    isDone: ({ after, isNew }: BulkRow) => !isNew && 'landingUrl' in after,
    row: (campaigns: string) => `The landing page changes for ${campaigns}.`,
    file: 'gets another landing page',
    files: 'get another landing page',
  },
  {
    column: 'clientProgramCode',
    isDone: ({ after, isNew }: BulkRow) => !isNew && 'clientProgramCode' in after,
    row: (campaigns: string) => `Leads are delivered with the new Client Program Code from ${campaigns}.`,
    file: 'is delivered by another Client Program Code',
    files: 'are delivered by another Client Program Code',
  },
] as const;

type Named = NamedProgram;
const named = (row: BulkRow): Named => namedBy(row)!;

/** The campaigns of each row; programs with the same parents are looked up once. */
const takersOf = async (
  tx: Tx,
  { ownerKey, now }: BulkContext,
  rows: readonly BulkRow[],
): Promise<(row: BulkRow) => TouchedCampaign[]> => {
  const at = ({ clientKey, campusKey, programKey }: Named): string => `${clientKey} ${campusKey} ${programKey}`;
  const places = new Map(rows.map((row) => [at(named(row)), named(row)]));
  const takers = places.size === 0 ? [] : await listTakersAt(tx, ownerKey, [...places.values()], now);
  const byPlace = new Map([...places.keys()].map((place, index) => [place, takers[index]!]));
  return (row) => byPlace.get(at(named(row))) ?? [];
};

const programEffects = (rows: readonly BulkRow[], takers: (row: BulkRow) => TouchedCampaign[]): FileEffects => {
  const effects: FileEffects = { rows: [], file: [] };
  for (const act of ACTS) {
    const touched = new Map<number, TouchedCampaign>();
    let programs = 0;
    for (const row of rows.filter(act.isDone)) {
      const campaigns = takers(row);
      if (campaigns.length === 0) continue;
      programs += 1;
      for (const campaign of campaigns) touched.set(campaign.campaignKey, campaign);
      effects.rows.push({ row: row.row, column: act.column, message: act.row(campaignsText(campaigns)) });
    }
    if (programs === 0) continue;
    const does = `${counted(programs, 'program')} ${programs === 1 ? act.file : act.files}`;
    effects.file.push(`${does}, which touches ${campaignsText([...touched.values()])}.`);
  }
  return effects;
};

/** A campus whose ZIP code changes. */
interface Move {
  row: BulkRow;
  from: GeoPoint | null;
  to: GeoPoint | null;
}

const moveOf = (row: BulkRow): Move => {
  const zip = row.after['zip'];
  const to = campusPoint({ zip: typeof zip === 'string' ? zip : null, latitude: null, longitude: null });
  const { zip: old = null, latitude, longitude } = named(row);
  return { row, from: campusPoint({ zip: old, latitude, longitude }), to };
};

const isWithin = (point: GeoPoint | null, middle: GeoPoint | null, miles: number): boolean =>
  point !== null && middle !== null && milesBetween(point, middle) <= miles;

/** Circles around a campus move with it; a campus may leave the circle of a campaign that takes its leads. */
const circleEffects = async (
  tx: Tx,
  { ownerKey, now }: BulkContext,
  rows: readonly BulkRow[],
  takers: (row: BulkRow) => TouchedCampaign[],
): Promise<FileEffects> => {
  const byCampus = Map.groupBy(
    rows.filter((row) => 'zip' in row.after && named(row).campusKey !== null && named(row).virtual === false),
    campusOf,
  );
  const moves = [...byCampus.values()].map((ofOne) => moveOf(ofOne[0]!));
  if (moves.length === 0) return { rows: [], file: [] };
  const clients = new Set(moves.map(({ row }) => named(row).clientKey));
  const circles = await listCircles(tx, ownerKey, [...clients], now);
  const remarks = moves.flatMap(({ row, from, to }) => {
    const { campusKey } = named(row);
    const isTaken = new Set(
      byCampus.get(campusOf(row))!.flatMap((one) => takers(one).map(({ campaignKey }) => campaignKey)),
    );
    return circles
      .flatMap((circle) => {
        const { radius, name } = circle;
        if (radius.campusKey === campusKey) {
          if (to === null)
            return `The ${radius.miles}-mile circle of ${name} loses its middle: it takes no lead by it.`;
          const by = from === null ? '' : ` by ${milesBetween(from, to).toFixed(1)} miles`;
          return `The ${radius.miles}-mile circle of ${name} moves with the campus${by}.`;
        }
        const middle = campusPoint(circle);
        const leaves = isWithin(from, middle, radius.miles) && !isWithin(to, middle, radius.miles);
        return leaves && isTaken.has(circle.campaignKey)
          ? `The campus moves out of the ${radius.miles}-mile circle of ${name}.`
          : [];
      })
      .map((message) => ({ row: row.row, column: 'zip', message }));
  });
  return { rows: remarks, file: [...new Set(remarks.map(({ message }) => message))].slice(0, MAX_NAMED) };
};

/** Campuses that the file creates, closes with their last program, or reopens. */
const campusEffects = async (tx: Tx, { ownerKey }: BulkContext, rows: readonly BulkRow[]): Promise<FileEffects> => {
  const byCampus = Map.groupBy(rows, campusOf);
  const keys = [...byCampus.values()].flatMap(([row]) => named(row!).campusKey ?? []);
  const open = await countOpenPrograms(tx, ownerKey, keys);
  const effects: FileEffects = { rows: [], file: [] };
  const names: string[] = [];
  for (const ofOne of byCampus.values()) {
    const [first] = ofOne as [BulkRow];
    const { campusKey, campusName, campusActive } = named(first);
    if (campusKey === null) {
      names.push(String(first.after['campusName'] ?? first.cells['campusCode']));
      continue;
    }
    const opens = ofOne.filter(({ isNew, after }) => (isNew ? after['active'] !== false : after['active'] === true));
    const closes = ofOne.filter(({ isNew, after }) => !isNew && after['active'] === false);
    if (campusActive === false && opens[0]) {
      const message = `Opens the campus ${campusName} again.`;
      effects.rows.push({ row: opens[0].row, column: 'active', message });
      effects.file.push(message);
    }
    if (closes[0] && (open.get(campusKey) ?? 0) - closes.length + opens.length <= 0) {
      const message = `Closes the campus ${campusName}: none of its programs stays open.`;
      effects.rows.push({ row: closes[0].row, column: 'active', message });
      effects.file.push(message);
    }
  }
  if (names.length > 0) effects.file.unshift(`${listed(names, 'new campus', 'new campuses')}.`);
  return effects;
};

/** How many remarks about single campuses appear above the rows; all of them appear in the rows. */
const MAX_OF_FILE = 20;

/** The effects of a file beyond its own rows. */
export const listEffects = async (tx: Tx, context: BulkContext, rows: readonly BulkRow[]): Promise<FileEffects> => {
  const touching = rows.filter((row) => 'zip' in row.after || ACTS.some(({ isDone }) => isDone(row)));
  const takers = await takersOf(tx, context, touching);
  const all = [
    await campusEffects(tx, context, rows),
    programEffects(touching, takers),
    await circleEffects(tx, context, touching, takers),
  ];
  return {
    rows: all.flatMap((one) => one.rows),
    file: all.flatMap((one) => one.file).slice(0, MAX_OF_FILE),
  };
};
