/** Shared declaration of calls about a user's saved work at one owner. */
export const BUILT_AND_SAVED = {
  owner: 'path',
  groups: ['ag', 'mp', 'cl'],
  permission: 'reports:Build',
  apiKey: false,
} as const;
