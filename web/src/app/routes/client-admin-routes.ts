import { createRoute } from '@tanstack/react-router';
import { readCriteriaSearch } from '../../features/clients/criteria/criteria-search.ts';
import { readGeoSearch } from '../../features/clients/geo/geo-search.ts';
import { readEndpointSearch } from '../../features/delivery/endpoints/endpoint-search.ts';
import { readWizardSearch } from '../../features/wizard/wizard-search.ts';
import { lazyRoute } from '../lazy-route.ts';
import { ofOwner, ofShell } from '../screen-route.ts';

export const newClientRoute = createRoute({
  ...ofShell('newClientWizard'),
  validateSearch: readWizardSearch,
  component: lazyRoute(() => import('../../features/wizard/wizard-page.tsx'), 'WizardPage'),
});

/** What the agency keeps about an owner's clients. */
export const clientAdminRoutes = [
  createRoute({
    ...ofOwner('goingLive'),
    component: lazyRoute(() => import('../../features/wizard/going-live/going-live-page.tsx'), 'GoingLivePage'),
  }),
  createRoute({
    ...ofOwner('bulkDataLoad'),
    component: lazyRoute(() => import('../../features/clients/education/bulk-data-page.tsx'), 'BulkDataPage'),
  }),
  createRoute({
    ...ofOwner('clientCriteria'),
    validateSearch: readCriteriaSearch,
    component: lazyRoute(() => import('../../features/clients/criteria/criteria-page.tsx'), 'CriteriaPage'),
  }),
  createRoute({
    ...ofOwner('geoSettings'),
    validateSearch: readGeoSearch,
    component: lazyRoute(() => import('../../features/clients/geo/geo-page.tsx'), 'GeoPage'),
  }),
  createRoute({
    ...ofOwner('clientDelivery'),
    validateSearch: readEndpointSearch,
    component: lazyRoute(
      () => import('../../features/delivery/endpoints/client-delivery-page.tsx'),
      'ClientDeliveryPage',
    ),
  }),
  createRoute({
    ...ofOwner('verificationAccounts'),
    component: lazyRoute(() => import('../../features/clients/providers/accounts-page.tsx'), 'AccountsPage'),
  }),
  createRoute({
    ...ofOwner('customChannels'),
    component: lazyRoute(() => import('../../features/clients/channels/channels-page.tsx'), 'ChannelsPage'),
  }),
  createRoute({
    ...ofOwner('tradingPlatform'),
    component: lazyRoute(() => import('../../features/platforms/platforms-page.tsx'), 'PlatformsPage'),
  }),
  createRoute({
    ...ofOwner('tradingPlatformEditor'),
    component: lazyRoute(() => import('../../features/platforms/account-page.tsx'), 'AccountPage'),
  }),
  createRoute({
    ...ofOwner('tradingPlatformData'),
    component: lazyRoute(() => import('../../features/platformdata/platformdata-page.tsx'), 'PlatformDataPage'),
  }),
];
