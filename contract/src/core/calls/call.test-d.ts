import { z } from 'zod';
import { defineCall } from './call.ts';
import { key, keyParam } from './schema.ts';

const rest = { id: 'x', summary: 'x', response: z.null() } as const;
const open = { ...rest, owner: { session: 'a call of this test' } } as const;

defineCall({ ...open, route: 'GET /{p}/{owner}/x', groups: ['ag'], permission: 'none' });

// @ts-expect-error a call that does not say which groups may make it
defineCall({ ...open, route: 'GET /x', permission: 'none' });

// @ts-expect-error a call that does not say which permission it needs
defineCall({ ...open, route: 'GET /x', groups: ['ag'] });

// @ts-expect-error a call that no group may make
defineCall({ ...open, route: 'GET /x', groups: [], permission: 'none' });

// @ts-expect-error a permission that does not exist
defineCall({ ...open, route: 'GET /x', groups: ['ag'], permission: 'users:Fly' });

// @ts-expect-error a schema of a parameter that the path does not have
defineCall({ ...open, route: 'GET /{p}/{owner}/x', groups: ['ag'], permission: 'none', params: { month: keyParam } });

const guarded = { ...rest, route: 'GET /{p}/{owner}/{key}/x', groups: ['ag'], permission: 'none' } as const;
const ownerKey = { ownerKey: key };
const maybe = z.strictObject({ ownerKey: keyParam.optional() });

defineCall({ ...guarded, owner: 'path' });
defineCall({ ...guarded, owner: { path: 'key' } });
defineCall({ ...guarded, owner: { byKey: 'campaign', param: 'key' } });
defineCall({ ...guarded, owner: 'body', body: z.strictObject(ownerKey) });
defineCall({
  ...guarded,
  owner: { byKey: 'goal', field: 'goalKeys' },
  body: z.strictObject({ goalKeys: z.array(key) }),
});
defineCall({ ...guarded, owner: ['query', { session: 'all of them' }], query: maybe });
defineCall({ ...guarded, owner: ['path', { byKeyType: 'owner', param: 'key' }] });
const one: true = defineCall({ ...guarded, owner: 'path' }).owner.one;
const all: false = defineCall({ ...guarded, owner: { session: 'all of them' } }).owner.one;
const some: false = defineCall({ ...guarded, owner: ['query', { session: 'all' }], query: maybe }).owner.one;
void [one, all, some];

// @ts-expect-error a call that does not say where its owner comes from
defineCall({ ...guarded });

// @ts-expect-error the whole session without a reason
defineCall({ ...guarded, owner: 'session' });

// @ts-expect-error no parameter of this name
defineCall({ ...guarded, owner: { path: 'ownerKey' } });

// @ts-expect-error no parameter `owner`
defineCall({ ...rest, route: 'GET /x/{key}', groups: ['ag'], permission: 'none', owner: 'path' });

// @ts-expect-error a parameter that is no key
defineCall({ ...guarded, params: { key: z.enum(['a']) }, owner: { byKey: 'campaign', param: 'key' } });

// @ts-expect-error no such field in the query
defineCall({ ...guarded, owner: 'query' });

// @ts-expect-error a field that may be missing, and nothing said about that
defineCall({ ...guarded, owner: 'query', query: maybe });

// @ts-expect-error no such field in the body
defineCall({ ...guarded, owner: 'body', body: z.strictObject({ owner: key }) });

// @ts-expect-error a record that belongs to no owner
defineCall({ ...guarded, owner: { byKey: 'partner', param: 'key' } });

const goals = z.strictObject({ goalKeys: z.array(key) });
// @ts-expect-error no such field to look up by
defineCall({ ...guarded, owner: { byKey: 'goal', field: 'goalKey' }, body: goals });
