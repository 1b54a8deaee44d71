import { type RawBuilder, sql } from 'kysely';

/**
 * Whether the line item of a campaign `c` covers a program `p`: by its named programs, else by its campuses, else as all of its client's. A
 * campaign's own selection takes precedence.
 */
export const isOfLineItem: RawBuilder<boolean> = sql<boolean>`
  case when exists (select from goal_program gp where gp.owner_key = c.owner_key and gp.goal_key = c.goal_key)
         then exists (select from goal_program gp where gp.owner_key = c.owner_key and gp.goal_key = c.goal_key
                      and gp.program_key = p.program_key)
       when exists (select from goal_campus gc where gc.owner_key = c.owner_key and gc.goal_key = c.goal_key)
         then exists (select from goal_campus gc where gc.owner_key = c.owner_key and gc.goal_key = c.goal_key
                      and gc.campus_key = p.campus_key)
       else true end`;
