import { keyParam } from '../core/calls/schema.ts';

/** What all calls about what somebody built and saved at one owner have in common. */
export const BUILT_AND_SAVED = {
  owner: 'path',
  groups: ['ag', 'mp', 'cl'],
  permission: 'reports:Build',
  apiKey: false,
  kind: 'json',
  params: { owner: keyParam },
} as const;
