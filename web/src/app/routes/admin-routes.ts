import { createRoute } from '@tanstack/react-router';
import { textParams } from '../../lib/address/search-params.ts';
import { lazyRoute } from '../lazy-route.ts';
import { ofOwner, ofShell } from '../screen-route.ts';
import { readOwnersListSearch } from './base-routes.ts';

const keysPage = (page: 'AgencyKeysPage' | 'PartnerKeysPage') =>
  lazyRoute(() => import('../../features/intake/keys/keys-page.tsx'), page);

/** Media partners, the log and the settings of an owner. */
export const adminRoutes = [
  createRoute({
    ...ofOwner('availablePartners'),
    component: lazyRoute(() => import('../../features/partners/partners-page.tsx'), 'PartnersPage'),
  }),
  createRoute({
    ...ofOwner('partnerEditor'),
    component: lazyRoute(() => import('../../features/partners/partner-page.tsx'), 'PartnerPage'),
  }),
  createRoute({
    ...ofOwner('partnerContact'),
    component: lazyRoute(() => import('../../features/partners/contact/contact-page.tsx'), 'ContactPage'),
  }),
  createRoute({
    ...ofOwner('auditLog'),
    validateSearch: readOwnersListSearch,
    component: lazyRoute(() => import('../../features/audit/audit-page.tsx'), 'AuditPage'),
  }),
  createRoute({
    ...ofOwner('ownerSettings'),
    component: lazyRoute(() => import('../../features/owners/settings/owner-settings-page.tsx'), 'OwnerSettingsPage'),
  }),
  createRoute({
    ...ofOwner('apiKeys'),
    component: lazyRoute(() => import('../../features/integrations/api-keys-page.tsx'), 'ApiKeysPage'),
  }),
  createRoute({
    ...ofOwner('webhooks'),
    component: lazyRoute(() => import('../../features/integrations/webhooks-page.tsx'), 'WebhooksPage'),
  }),
];

/** Users and posting keys, which are no owner's. */
export const ownerlessAdminRoutes = [
  createRoute({
    ...ofShell('searchUser'),
    validateSearch: textParams,
    component: lazyRoute(() => import('../../features/users/users-page.tsx'), 'UsersPage'),
  }),
  createRoute({
    ...ofShell('newUser'),
    component: lazyRoute(() => import('../../features/users/user-page.tsx'), 'UserPage'),
  }),
  createRoute({ ...ofShell('postingKeys'), component: keysPage('AgencyKeysPage') }),
  createRoute({ ...ofShell('mpPostingKeys'), component: keysPage('PartnerKeysPage') }),
];
