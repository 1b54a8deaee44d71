import { groupOfUserType, type RolePresetName, USER_TYPE_WORDS, type UserGroup } from '@paceline/contract';
import { optionsOf } from '../../lib/text/options-of.ts';

/** Each kind of user: its label and its name in routes. */
export const KINDS = {
  ag: { label: USER_TYPE_WORDS.agency, uType: 'agency', newTitle: 'New agency user', firstPreset: 'analyst' },
  mp: {
    label: USER_TYPE_WORDS.aggregator,
    uType: 'mp',
    newTitle: 'New media partner user',
    firstPreset: 'partnerViewer',
  },
  cl: { label: USER_TYPE_WORDS.client, uType: 'cl', newTitle: 'New client user', firstPreset: 'clientViewer' },
} as const satisfies Record<UserGroup, { label: string; uType: string; newTitle: string; firstPreset: RolePresetName }>;

/** The group of a route's `:uType`; also accepts the API's user types. */
export const groupOfParam = (uType: string): UserGroup | null => {
  const [group] = (Object.keys(KINDS) as UserGroup[]).filter((one) => KINDS[one].uType === uType);
  return group ?? groupOfUserType(uType);
};

export const groupOfUser = ({ userType }: { userType: string }): UserGroup => groupOfUserType(userType) ?? 'ag';

export const TYPE_OPTIONS = optionsOf(USER_TYPE_WORDS);

export const STATE_TONES = { active: 'good', invited: 'warn', inactive: 'off' } as const;
