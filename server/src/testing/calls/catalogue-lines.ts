import { withConnection } from '../../db/scope/single-connection.ts';

/** The schemas that are the product's own; the job queue makes its schema itself. */
const OURS = `('public'::regnamespace, 'app'::regnamespace)`;

/** Rights as one text in a fixed order, with those that nobody has written down. */
const rights = (acl: string, kind: string, owner: string): string =>
  `array_to_string(array(select one::text from unnest(coalesce(${acl}, acldefault('${kind}', ${owner}))) one order by 1), ' ')`;

/** One query for each kind of object: its name, and everything that the catalogue has of it as text. */
const QUESTIONS: Record<string, string> = {
  schema: `
    select nspname as name, concat_ws(' ', nspowner::regrole, ${rights('nspacl', 'n', 'nspowner')}) as definition
    from pg_namespace where oid in ${OURS}`,
  'default right': `
    select concat_ws(' ', defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype) as name, defaclacl::text as definition
    from pg_default_acl where defaclnamespace in ${OURS}`,
  extension: 'select extname as name, extversion as definition from pg_extension',
  relation: `
    select oid::regclass::text as name,
      concat_ws(' ', relkind, relpersistence, relowner::regrole, 'rls', relrowsecurity, relforcerowsecurity, relreplident, relispartition,
        reloptions::text, pg_get_partkeydef(oid), case when relkind not in ('i', 'I', 'c') then ${rights('relacl', 'r', 'relowner')} end) as definition
    from pg_class where relnamespace in ${OURS} and relkind <> 'S'`,
  column: `
    select attrelid::regclass || '.' || attname as name,
      concat_ws(' ', rank() over (partition by attrelid order by attnum), format_type(atttypid, atttypmod), attnotnull, attidentity,
        attgenerated, pg_get_expr(d.adbin, d.adrelid), attcollation::regcollation, attstorage, attcompression, attstattarget,
        attoptions::text, attacl::text) as definition
    from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef d on d.adrelid = attrelid and d.adnum = attnum
    where c.relnamespace in ${OURS} and c.relkind in ('r', 'p', 'v', 'c', 'f', 'm') and attnum > 0 and not attisdropped`,
  // What is not null is told with the column. A constraint of that kind has a name in Postgres 18 and none before.
  constraint: `
    select concat_ws('.', nullif(conrelid, 0)::regclass, nullif(contypid, 0)::regtype, conname) as name,
      concat_ws(' ', contype, convalidated, pg_get_constraintdef(oid)) as definition
    from pg_constraint where connamespace in ${OURS} and contype <> 'n'`,
  index: `
    select indexrelid::regclass::text as name, concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, indisclustered) as definition
    from pg_index join pg_class c on c.oid = indexrelid where c.relnamespace in ${OURS}`,
  policy: `
    select polrelid::regclass || '.' || polname as name,
      concat_ws(' ', polcmd, polpermissive, array(select one::regrole::text from unnest(polroles) one order by 1),
        'using', pg_get_expr(polqual, polrelid), 'check', pg_get_expr(polwithcheck, polrelid)) as definition
    from pg_policy`,
  // The whole statement: arguments, answer, language, settings, security and body.
  function: `
    select oid::regprocedure::text as name,
      concat_ws(' ', proowner::regrole, ${rights('proacl', 'f', 'proowner')}, procost, prorows, pg_get_functiondef(oid)) as definition
    from pg_proc where pronamespace in ${OURS} and prokind in ('f', 'p')`,
  aggregate: `select oid::regprocedure::text as name, prosrc as definition from pg_proc where pronamespace in ${OURS} and prokind not in ('f', 'p')`,
  trigger: `
    select tgrelid::regclass || '.' || tgname as name, concat_ws(' ', tgenabled, pg_get_triggerdef(t.oid)) as definition
    from pg_trigger t join pg_class c on c.oid = tgrelid where not tgisinternal and c.relnamespace in ${OURS}`,
  view: `
    select oid::regclass::text as name, pg_get_viewdef(oid) as definition
    from pg_class where relnamespace in ${OURS} and relkind in ('v', 'm')`,
  type: `
    select t.oid::regtype::text as name,
      concat_ws(' ', typtype, typowner::regrole, typnotnull, typdefault, nullif(typbasetype, 0)::regtype, ${rights('typacl', 'T', 'typowner')},
        array(select enumlabel::text from pg_enum where enumtypid = t.oid order by enumsortorder)) as definition
    from pg_type t where typnamespace in ${OURS}`,
  sequence: `
    select seqrelid::regclass::text as name,
      concat_ws(' ', c.relowner::regrole, ${rights('c.relacl', 's', 'c.relowner')}, seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax, seqcache, seqcycle,
        pg_sequence_last_value(seqrelid),
        array(select concat(a.attrelid::regclass, '.', a.attname) from pg_depend d
              join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
              where d.classid = 'pg_class'::regclass and d.objid = seqrelid and d.deptype in ('a', 'i'))) as definition
    from pg_sequence join pg_class c on c.oid = seqrelid where c.relnamespace in ${OURS}`,
  comment: `
    select o.type || ' ' || o.identity as name, description as definition
    from pg_description d cross join lateral pg_identify_object(d.classoid, d.objoid, d.objsubid) o
    where o.schema in ('public', 'app') or o.identity like any (array['public.%', 'app.%', '% on public.%', '% on app.%'])`,
  rule: `
    select r.ev_class::regclass || '.' || rulename as name, pg_get_ruledef(r.oid) as definition
    from pg_rewrite r join pg_class c on c.oid = ev_class where c.relnamespace in ${OURS}`,
  'event trigger': 'select evtname as name, evtevent as definition from pg_event_trigger',
  statistics: `select stxname as name, pg_get_statisticsobjdef(oid) as definition from pg_statistic_ext where stxnamespace in ${OURS}`,
};

const TABLES = `
  select oid::regclass::text as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`;

/** All that a database's catalogues have of the product's schemas, and all rows: one line each, for two databases to be compared. */
export const listCatalogue = (url: string): Promise<string[]> =>
  withConnection(url, async (client) => {
    const lines: string[] = [];
    for (const [kind, question] of Object.entries(QUESTIONS)) {
      const { rows } = await client.query<{ name: string; definition: string }>(question);
      lines.push(...rows.map(({ name, definition }) => `${kind} ${name}: ${definition}`).toSorted());
    }
    const { rows: tables } = await client.query<{ name: string }>(TABLES);
    for (const { name } of tables) {
      // When a migration ran is no part of what it made.
      const { rows } = await client.query<{ row: string }>(
        `select (to_jsonb(t) - case '${name}' when 'migration' then 'timestamp' else '' end)::text as row from ${name} t order by 1`,
      );
      lines.push(...rows.map(({ row }) => `row of ${name}: ${row}`));
    }
    return lines;
  });
