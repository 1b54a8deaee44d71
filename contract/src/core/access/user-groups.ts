/** The three groups that sign in. The word is the user type of the wire, the prefix is its path segment. */
export const USER_GROUPS = ['ag', 'mp', 'cl'] as const;
export type UserGroup = (typeof USER_GROUPS)[number];

export const USER_TYPES = { ag: 'agency', mp: 'aggregator', cl: 'client' } as const satisfies Record<UserGroup, string>;
/** `mediapartner` is an accepted spelling of `aggregator`; nothing else names a group. */
const GROUP_OF_TYPE: ReadonlyMap<string, UserGroup> = new Map([
  ['agency', 'ag'],
  ['aggregator', 'mp'],
  ['mediapartner', 'mp'],
  ['client', 'cl'],
]);

export const groupOfUserType = (userType: string): UserGroup | null => GROUP_OF_TYPE.get(userType) ?? null;
