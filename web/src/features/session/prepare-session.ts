import { ERRORS, groupOfUserType, type LoginResult, type Permission, type UserConfig } from '@paceline/contract';
import { permissionSet } from '../../lib/session/permissions.ts';
import { type SessionData, tokensOf } from '../../lib/session/session-data.ts';

const any =
  (module: string) =>
  (granted: ReadonlySet<Permission>): boolean =>
    [...granted].some((permission) => permission.startsWith(`${module}:`));
const one =
  (permission: Permission) =>
  (granted: ReadonlySet<Permission>): boolean =>
    granted.has(permission);

/** A media partner's modules, with the rights that open each. */
const MODULES = {
  clientModule: one('clients:View'),
  mediaPartnerModule: one('partners:View'),
  allocationModule: any('allocations'),
  campaignModule: any('campaigns'),
  reportsModule: any('reports'),
  leadExportModule: one('leadanalyzer:Export'),
  leadAnalyzerModule: any('leadanalyzer'),
} as const;

/** A media partner's modules that the user has. */
const prepareApplications = (granted: ReadonlySet<Permission>): Record<string, boolean> =>
  Object.fromEntries(Object.entries(MODULES).map(([name, opens]) => [name, opens(granted)]));

/** A sign-in accepted by the server but refused here. Its message is shown as it is. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
}

const assertSupported = ({ userType, owners }: UserConfig): void => {
  if ((userType as string | null) === null) throw new SignInRefused(ERRORS.SIGN_IN_TYPE_NULL.message);
  if ((userType as string | undefined) === undefined) throw new SignInRefused(ERRORS.USER_TYPE_NOT_FOUND.message);
  const group = groupOfUserType(userType);
  if (group === null) throw new SignInRefused(ERRORS.SIGN_IN_TYPE.message);
  if (group === 'cl' && !(Array.isArray(owners) && owners.length > 0 && owners.every(({ name }) => name)))
    throw new SignInRefused(ERRORS.OWNERS_FORMAT.message);
};

/** A user who must change the password does that first, regardless of other conditions. */
export const prepareSession = (login: LoginResult, config: UserConfig, now: number): SessionData => {
  const firstTimeLogin = login.mustChangePasswordFlag === 'y';
  if (!firstTimeLogin) assertSupported(config);
  const isPartner = groupOfUserType(config.userType) === 'mp';
  return {
    firstName: login.firstName,
    lastName: login.lastName,
    userId: login.userName,
    taclUserKey: login.taclUserKey,
    userType: config.userType,
    permissions: config.permisssions,
    owners: config.owners ?? [],
    ...tokensOf(login, now),
    sessionDataTemplate: {
      applications: isPartner ? prepareApplications(permissionSet(config.permisssions)) : null,
      previousLoginAt: null,
    },
    firstTimeLogin,
  };
};
