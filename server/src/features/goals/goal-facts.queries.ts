import { type CampusGoals, type GoalForm, type GoalProgram } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';

interface ClientFacts {
  clientName: string;
  modelKeys: number[];
}

/** Locked, so that two new line items of a client cannot both find their name free. */
export const lockClient = async (tx: Tx, ownerKey: number, clientKey: number): Promise<ClientFacts | undefined> => {
  const { rows } = await sql<ClientFacts>`
    select l.name as "clientName",
           array(select m.client_model_key from client_model m where m.owner_key = l.owner_key and m.client_key = l.client_key) as "modelKeys"
    from client l where l.owner_key = ${ownerKey} and l.client_key = ${clientKey}
    for no key update
  `.execute(tx);
  return rows[0];
};

interface CampusFacts {
  campusKey: number;
  clientKey: number;
  clientModelKey: number;
}

export const listCampusFacts = async (
  tx: Tx,
  ownerKey: number,
  campusKeys: readonly number[],
): Promise<CampusFacts[]> => {
  const { rows } = await sql<CampusFacts>`
    select k.campus_key as "campusKey", m.client_key as "clientKey", k.client_model_key as "clientModelKey"
    from campus k join client_model m using (owner_key, client_model_key)
    where k.owner_key = ${ownerKey} and k.campus_key = any (${[...campusKeys]}::int[])
  `.execute(tx);
  return rows;
};

interface ProgramFacts {
  programKey: number;
  campusKey: number;
  clientKey: number;
}

export const listProgramFacts = async (
  tx: Tx,
  ownerKey: number,
  programKeys: readonly number[],
): Promise<ProgramFacts[]> => {
  const { rows } = await sql<ProgramFacts>`
    select p.program_key as "programKey", p.campus_key as "campusKey", m.client_key as "clientKey"
    from program p join campus k using (owner_key, campus_key) join client_model m using (owner_key, client_model_key)
    where p.owner_key = ${ownerKey} and p.program_key = any (${[...programKeys]}::int[])
  `.execute(tx);
  return rows;
};

/** The subjects of the line item: of its programs, else of all at its campuses, else of all of the client's. */
export const listSubjects = async (
  tx: Tx,
  clientKey: number,
  { campusKeys, programKeys }: Pick<GoalForm, 'campusKeys' | 'programKeys'>,
): Promise<string[]> => {
  const { rows } = await sql<{ subject: string }>`
    select distinct p.subject_area as subject
    from program p join campus k using (owner_key, campus_key) join client_model m using (owner_key, client_model_key)
    where m.client_key = ${clientKey}
      and (${programKeys.length === 0} or p.program_key = any (${programKeys}::int[]))
      and (${campusKeys.length === 0} or p.campus_key = any (${campusKeys}::int[]))
  `.execute(tx);
  return rows.map(({ subject }) => subject);
};

export const isGoalNameTaken = async (
  tx: Tx,
  {
    ownerKey,
    clientKey,
    goalName,
    except,
  }: { ownerKey: number; clientKey: number; goalName: string; except: number | null },
): Promise<boolean> => {
  const { rows } = await sql`
    select from goal where owner_key = ${ownerKey} and client_key = ${clientKey} and lower(name) = lower(${goalName})
      and goal_key is distinct from ${except}
  `.execute(tx);
  return rows.length > 0;
};

export const listChannelCodes = async (tx: Tx): Promise<string[]> => {
  const { rows } = await sql<{ channel: string }>`select channel from channel`.execute(tx);
  return rows.map(({ channel }) => channel);
};

/** Campaigns of the line item that run or will run: activated, not deleted, not over. */
export const listLiveCampaigns = async (tx: Tx, goalKey: number, now: Date): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select c.name from campaign c join owner o using (owner_key)
    where c.goal_key = ${goalKey} and c.deleted_at is null and c.activated_at is not null
      and coalesce(c.end_date >= (${now}::timestamptz at time zone o.time_zone)::date, true)
    order by c.name
  `.execute(tx);
  return rows.map(({ name }) => name);
};

export const findClientOwner = async (tx: Tx, clientKey: number): Promise<number | undefined> => {
  const { rows } = await sql<{ key: number }>`
    select owner_key as key from client where client_key = ${clientKey}
  `.execute(tx);
  return rows[0]?.key;
};

export const listPrograms = async (
  tx: Tx,
  clientKey: number,
  campusKeys: readonly number[],
): Promise<GoalProgram[]> => {
  const { rows } = await sql<GoalProgram>`
    select p.program_key as "programKey", p.name as "programName", p.code as "programCode", p.campus_key as "campusKey",
           k.name as "campusName", p.degree_level as "degreeLevel", p.modality, p.subject_area as "subjectArea", p.active
    from program p join campus k using (owner_key, campus_key) join client_model m using (owner_key, client_model_key)
    where m.client_key = ${clientKey} and (${campusKeys.length === 0} or p.campus_key = any (${[...campusKeys]}::int[]))
    order by p.name, k.name
  `.execute(tx);
  return rows;
};

/** A line item without campuses covers all of them. */
export const listCampusGoals = async (tx: Tx, clientKey: number): Promise<CampusGoals[]> => {
  const { rows } = await sql<CampusGoals>`
    select k.campus_key as "campusKey", k.name as "campusName", coalesce(g.goals, '[]') as goals
    from campus k join client_model m using (owner_key, client_model_key)
    left join lateral (
      select jsonb_agg(jsonb_build_object('goalKey', g.goal_key, 'goalName', g.name, 'channel', g.channel, 'active', g.active)
                       order by g.name) as goals
      from goal g
      where g.owner_key = k.owner_key and g.client_key = m.client_key
        and (exists (select from goal_campus x where x.owner_key = g.owner_key and x.goal_key = g.goal_key and x.campus_key = k.campus_key)
             or not exists (select from goal_campus x where x.owner_key = g.owner_key and x.goal_key = g.goal_key))
    ) g on true
    where m.client_key = ${clientKey}
    order by k.name
  `.execute(tx);
  return rows;
};
