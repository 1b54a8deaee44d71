import { z } from 'zod';
import { defineCall } from './call.ts';
import { keyParam } from './schema.ts';

const rest = { id: 'x', summary: 'x', method: 'GET', kind: 'json', response: z.null() } as const;

defineCall({ ...rest, path: '/{p}/{owner}/x', groups: ['ag'], permission: 'none', params: { owner: keyParam } });

// @ts-expect-error a call that does not say which groups may make it
defineCall({ ...rest, path: '/x', permission: 'none', params: {} });

// @ts-expect-error a call that does not say which permission it needs
defineCall({ ...rest, path: '/x', groups: ['ag'], params: {} });

// @ts-expect-error a call that no group may make
defineCall({ ...rest, path: '/x', groups: [], permission: 'none', params: {} });

// @ts-expect-error a permission that does not exist
defineCall({ ...rest, path: '/x', groups: ['ag'], permission: 'users:Fly', params: {} });

// @ts-expect-error a path parameter without a schema
defineCall({ ...rest, path: '/{p}/{owner}/x', groups: ['ag'], permission: 'none', params: {} });
