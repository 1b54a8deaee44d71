/** The three groups of users. The word is the user type on the wire, the prefix its path segment. */
export const USER_GROUPS = ['ag', 'mp', 'cl'] as const;
export type UserGroup = (typeof USER_GROUPS)[number];

export const USER_TYPES = { ag: 'agency', mp: 'aggregator', cl: 'client' } as const satisfies Record<UserGroup, string>;
/** `mediapartner` is accepted as a spelling of `aggregator`; there are no other aliases. */
const GROUP_OF_TYPE: ReadonlyMap<string, UserGroup> = new Map([
  ['agency', 'ag'],
  ['aggregator', 'mp'],
  ['mediapartner', 'mp'],
  ['client', 'cl'],
]);

export const groupOfUserType = (userType: string): UserGroup | null => GROUP_OF_TYPE.get(userType) ?? null;
