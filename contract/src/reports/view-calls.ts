import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { key } from '../core/calls/schema.ts';
import { BUILT_AND_SAVED } from './shared-calls.ts';
import { savedViewFormSchema, savedViewSchema } from './view.ts';

export const savedViewList = defineCall({
  ...BUILT_AND_SAVED,
  id: 'savedViewList',
  summary: 'The saved views of an owner that the caller may open, and the one that they start with',
  route: 'GET /{p}/{owner}/savedview/list',
  response: z.object({ defaultKey: key.nullable(), views: z.array(savedViewSchema) }),
});

export const savedViewSave = defineCall({
  ...BUILT_AND_SAVED,
  id: 'savedViewSave',
  summary:
    'Stores a question of the report builder under a name, or changes one; refused with both values if its version is old',
  route: 'POST /{p}/{owner}/savedview/save',
  body: savedViewFormSchema,
  response: savedViewSchema,
});

export const savedViewRemove = defineCall({
  ...BUILT_AND_SAVED,
  id: 'savedViewRemove',
  summary: 'Removes a saved view, or restores it',
  route: 'POST /{p}/{owner}/savedview/remove',
  body: z.strictObject({ viewKey: key, isRemoved: z.boolean() }),
  response: savedViewSchema,
});

export const savedViewDefault = defineCall({
  ...BUILT_AND_SAVED,
  id: 'savedViewDefault',
  summary: 'Chooses the view that the caller’s Media Analysis of this owner starts with; null for none',
  route: 'POST /{p}/{owner}/savedview/default',
  body: z.strictObject({ viewKey: key.nullable() }),
  response: z.object({ defaultKey: key.nullable() }),
});
