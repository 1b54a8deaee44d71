import { VERTICALS } from '@paceline/contract';
import { type Day, isoOf, monthsUpTo, todayIn } from '../calendar.ts';
import { type CatalogueProgram, programsOf } from './catalogue.ts';
import { type Keys } from '../write/keys.ts';
import { nextTerms } from '../leads/lags.ts';
import { type Campus, type Client, type Model, type Owner } from './model.ts';
import { type DemoOwner } from './organisations.ts';
import { placeNamed } from './places.ts';
import { type Random } from '../random.ts';
import { type Sheets } from '../write/money/sheets.ts';
import { VOLUMES } from './sizes.ts';
import { type BrandPlan, type ClientPlan, type ModelPlan, STRUCTURES } from './structure.ts';

export interface Builder {
  now: Date;
  keys: Keys;
  sheets: Sheets;
  random: Random;
}

const EDUCATION_FLOOR: Readonly<Record<string, string>> = {
  'Certificate/Diploma': 'GED',
  Associate: 'HSD',
  Bachelor: 'HSD',
  Master: 'BACH',
  Doctorate: 'MAST',
};

const addProgram = (builder: Builder, campus: Campus, plan: CatalogueProgram, rank: number): void => {
  const { keys, sheets, random } = builder;
  const { client } = campus.model;
  const own = random.fork(`${client.code} ${campus.code} ${plan.code}`);
  const program = {
    ...plan,
    key: keys.next('program'),
    campus,
    weight: own.logNormal(1 / (rank + 1.5), 0.3),
    quality: own.logNormal(1, 0.2) * 0.98,
  };
  campus.programs.push(program);
  sheets.put('program', {
    owner_key: client.owner.key,
    program_key: program.key,
    campus_key: campus.key,
    name: plan.name,
    code: plan.code,
    degree_level: plan.degree,
    modality: campus.place === null ? 'Online' : campus.model.name.endsWith('Hybrid') ? 'Hybrid' : 'Campus',
    subject_area: plan.area,
    cip_code: plan.cip === '' ? null : plan.cip,
    length_months: plan.months,
    min_education: EDUCATION_FLOOR[plan.degree] ?? null,
    start_dates: nextTerms(client.segment, client.owner.today, 4).map(isoOf),
    landing_url: `https://${client.owner.volume.host}/programs/${plan.code.toLowerCase()}`,
    client_program_code: `${client.code.slice(-2)}${plan.code}${campus.key}`,
    active: true,
  });
};

const addCampus = (builder: Builder, model: Model, name: string, plan: ModelPlan): void => {
  const { keys, sheets, random } = builder;
  const { owner } = model.client;
  const virtual = name.startsWith('(');
  const place = virtual ? null : placeNamed(name);
  const key = keys.next('campus');
  const letters = name.replace(/[^A-Za-z ]/g, '');
  const code = `${model.client.code.slice(-2)}-${letters.replaceAll(' ', '').slice(0, 6).toUpperCase()}`;
  const campus: Campus = { key, model, name: virtual ? name.slice(1, -1) : name, code, place, programs: [] };
  model.campuses.push(campus);
  const number = random.fork(`address of ${code}`);
  sheets.put('campus', {
    owner_key: owner.key,
    campus_key: key,
    client_model_key: model.key,
    name: campus.name,
    code,
    address:
      place === null
        ? null
        : `${number.int(100, 4800)} ${number.pick(['Commerce', 'Union', 'Park', 'State', 'Mill'])} ${number.pick(['Street', 'Avenue', 'Road'])}`,
    city: place?.city ?? null,
    state: place?.state ?? null,
    zip: place?.zip ?? null,
    phone: `${number.int(2, 9)}${number.int(0, 8)}${number.int(2, 9)}-555-01${String(number.int(0, 99)).padStart(2, '0')}`,
    time_zone: place?.timeZone ?? owner.zone,
    virtual,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    active: true,
  });
  for (const [rank, program] of programsOf(plan.catalogue).slice(0, plan.offers).entries())
    addProgram(builder, campus, program, rank);
};

const addClient = (builder: Builder, owner: Owner, brandKey: number, plan: ClientPlan): Client => {
  const { keys, sheets } = builder;
  const client: Client = { ...plan, key: keys.next('client'), owner, brandKey, models: [] };
  sheets.put('client', {
    owner_key: owner.key,
    client_key: client.key,
    brand_key: brandKey,
    name: plan.name,
    code: plan.code,
  });
  for (const modelPlan of plan.models) {
    const model: Model = { key: keys.next('client_model'), client, name: modelPlan.name, campuses: [] };
    client.models.push(model);
    sheets.put('client_model', {
      owner_key: owner.key,
      client_model_key: model.key,
      client_key: client.key,
      name: model.name,
    });
    for (const name of modelPlan.campuses) addCampus(builder, model, name, modelPlan);
  }
  return client;
};

const addBrand = (builder: Builder, owner: Owner, plan: BrandPlan): Client[] => {
  const brandKey = builder.keys.next('brand');
  builder.sheets.put('brand', { owner_key: owner.key, brand_key: brandKey, name: plan.name });
  return plan.clients.map((client) => addClient(builder, owner, brandKey, client));
};

/** Builds one owner with its brands, clients and campuses. */
export const buildOwner = (builder: Builder, demo: DemoOwner, index: number): { owner: Owner; clients: Client[] } => {
  const { keys, sheets, now } = builder;
  const today: Day = todayIn(demo.timeZone, now);
  const owner: Owner = {
    key: keys.next('owner'),
    index,
    name: demo.name,
    zone: demo.timeZone,
    dedupDays: demo.dedupDays,
    volume: VOLUMES[index]!,
    today,
    madeOn: today,
    months: monthsUpTo(today),
  };
  sheets.put('owner', {
    owner_key: owner.key,
    name: demo.name,
    description: demo.description,
    // In a new installation, the keys of verticals follow the order of the list.
    vertical_key: VERTICALS.indexOf(demo.vertical) + 1,
    time_zone: demo.timeZone,
    dedup_days: demo.dedupDays,
    variant: demo.variant,
    created_at: now,
  });
  return { owner, clients: STRUCTURES[index]!.flatMap((brand) => addBrand(builder, owner, brand)) };
};
