import { INTEGRATION_RIGHT, type IntegrationGroup, isIntegrationGroup } from '@paceline/contract';
import { type Session } from '../../http/guard/session.ts';
import { AppError } from '../../lib/app-error.ts';

/** The caller's group, if they have its right to connect systems. */
export const assertMayIntegrate = ({
  group,
  permissions,
}: Pick<Session, 'group' | 'permissions'>): IntegrationGroup => {
  if (!isIntegrationGroup(group) || !permissions.has(INTEGRATION_RIGHT[group])) throw new AppError('FORBIDDEN');
  return group;
};
