import { z } from 'zod';
import { defineCall } from './call.ts';
import { key, keyParam } from './schema.ts';

const rest = { id: 'x', summary: 'x', method: 'GET', kind: 'json', response: z.null() } as const;
const open = { ...rest, owner: { session: 'a call of this test' } } as const;

defineCall({ ...open, path: '/{p}/{owner}/x', groups: ['ag'], permission: 'none', params: { owner: keyParam } });

// @ts-expect-error a call that does not say which groups may make it
defineCall({ ...open, path: '/x', permission: 'none', params: {} });

// @ts-expect-error a call that does not say which permission it needs
defineCall({ ...open, path: '/x', groups: ['ag'], params: {} });

// @ts-expect-error a call that no group may make
defineCall({ ...open, path: '/x', groups: [], permission: 'none', params: {} });

// @ts-expect-error a permission that does not exist
defineCall({ ...open, path: '/x', groups: ['ag'], permission: 'users:Fly', params: {} });

// @ts-expect-error a path parameter without a schema
defineCall({ ...open, path: '/{p}/{owner}/x', groups: ['ag'], permission: 'none', params: {} });

const guarded = { ...rest, path: '/{p}/{owner}/{key}/x', groups: ['ag'], permission: 'none' } as const;
const params = { owner: keyParam, key: keyParam };
const ownerKey = { ownerKey: key };
const maybe = z.strictObject({ ownerKey: keyParam.optional() });

defineCall({ ...guarded, params, owner: 'path' });
defineCall({ ...guarded, params, owner: { path: 'key' } });
defineCall({ ...guarded, params, owner: { byKey: 'campaign', param: 'key' } });
defineCall({ ...guarded, params, owner: 'body', body: z.strictObject(ownerKey) });
defineCall({
  ...guarded,
  params,
  owner: { byKey: 'goal', field: 'goalKeys' },
  body: z.strictObject({ goalKeys: z.array(key) }),
});
defineCall({ ...guarded, params, owner: ['query', { session: 'all of them' }], query: maybe });
defineCall({ ...guarded, params, owner: ['path', { byKeyType: 'owner', param: 'key' }] });
const one: true = defineCall({ ...guarded, params, owner: 'path' }).owner.one;
const all: false = defineCall({ ...guarded, params, owner: { session: 'all of them' } }).owner.one;
const some: false = defineCall({ ...guarded, params, owner: ['query', { session: 'all' }], query: maybe }).owner.one;
void [one, all, some];

// @ts-expect-error a call that does not say where its owner comes from
defineCall({ ...guarded, params });

// @ts-expect-error the whole session without a reason
defineCall({ ...guarded, params, owner: 'session' });

// @ts-expect-error no parameter of this name
defineCall({ ...guarded, params, owner: { path: 'ownerKey' } });

// @ts-expect-error no parameter `owner`
defineCall({ ...rest, path: '/x/{key}', groups: ['ag'], permission: 'none', params: { key: keyParam }, owner: 'path' });

// @ts-expect-error a parameter that is no key
defineCall({ ...guarded, params: { owner: keyParam, key: z.enum(['a']) }, owner: { byKey: 'campaign', param: 'key' } });

// @ts-expect-error no such field in the query
defineCall({ ...guarded, params, owner: 'query' });

// @ts-expect-error a field that may be missing, and nothing said about that
defineCall({ ...guarded, params, owner: 'query', query: maybe });

// @ts-expect-error no such field in the body
defineCall({ ...guarded, params, owner: 'body', body: z.strictObject({ owner: key }) });

// @ts-expect-error a record that belongs to no owner
defineCall({ ...guarded, params, owner: { byKey: 'partner', param: 'key' } });

const goals = z.strictObject({ goalKeys: z.array(key) });
// @ts-expect-error no such field to look up by
defineCall({ ...guarded, params, owner: { byKey: 'goal', field: 'goalKey' }, body: goals });
