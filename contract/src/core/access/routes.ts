import { ADMIN_SCREENS } from './screens/admin-screens.ts';
import { BASE_SCREENS } from './screens/base-screens.ts';
import { CAMPAIGN_SCREENS } from './screens/campaign-screens.ts';
import { INSIGHT_SCREENS } from './screens/insight-screens.ts';
import { LEAD_SCREENS } from './screens/lead-screens.ts';
import { PARTNER_SCREENS } from './screens/partner-screens.ts';
import { type Screen } from './screens/screen.ts';

/** Every screen of the product. Under a heading of the menu, entries stand in this order. */
const SCREENS = {
  ...BASE_SCREENS,
  ...CAMPAIGN_SCREENS,
  ...INSIGHT_SCREENS,
  ...LEAD_SCREENS,
  ...ADMIN_SCREENS,
  ...PARTNER_SCREENS,
};

export type RouteName = keyof typeof SCREENS;
export const ROUTE_NAMES = Object.keys(SCREENS) as RouteName[];
export const screenOf = (name: RouteName): Screen => SCREENS[name];

type Paths = { readonly [Name in RouteName]: (typeof SCREENS)[Name]['path'] };
/** The hash route of every screen. */
export const ROUTES = Object.fromEntries(ROUTE_NAMES.map((name) => [name, SCREENS[name].path])) as Paths;
