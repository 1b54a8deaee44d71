import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { key } from '../core/calls/schema.ts';
import {
  gridLayoutSchema,
  layoutListSchema,
  layoutNameSchema,
  layoutScreenParam,
  namedLayoutSchema,
} from './schema.ts';

const groups = ['ag', 'cl'] as const;
// The service checks which of them the table needs.
const permission = ['allocations:View', 'leadanalyzer:View'] as const;

export const layoutList = defineCall({
  id: 'layoutList',
  summary: 'The named layouts of a table: the viewer’s own, and those that are shared with its team',
  route: 'GET /{p}/{owner}/layout/{screen}/list',
  owner: 'path',
  groups,
  permission,
  apiKey: false,
  params: { screen: layoutScreenParam },
  response: layoutListSchema,
});

export const layoutSave = defineCall({
  id: 'layoutSave',
  summary: 'Stores a layout under a name, or changes one; a shared one only by its maker or an administrator',
  route: 'POST /{p}/{owner}/layout/{screen}/save',
  owner: 'path',
  groups,
  permission,
  params: { screen: layoutScreenParam },
  body: z.strictObject({
    layoutKey: key.nullable(),
    name: layoutNameSchema,
    shared: z.boolean(),
    layout: gridLayoutSchema,
  }),
  response: namedLayoutSchema,
});

export const layoutRemove = defineCall({
  id: 'layoutRemove',
  summary: 'Removes a layout, or restores it',
  route: 'POST /{p}/{owner}/layout/{screen}/remove',
  owner: 'path',
  groups,
  permission,
  params: { screen: layoutScreenParam },
  body: z.strictObject({ layoutKey: key, isRemoved: z.boolean() }),
  response: namedLayoutSchema,
});

export const layoutDefault = defineCall({
  id: 'layoutDefault',
  summary: 'Chooses the layout that the viewer starts with, by name; null for the table’s own',
  route: 'POST /{p}/{owner}/layout/{screen}/default',
  owner: 'path',
  groups,
  permission,
  params: { screen: layoutScreenParam },
  body: z.strictObject({ name: layoutNameSchema.nullable() }),
  response: z.object({ defaultName: z.string().nullable() }),
});
