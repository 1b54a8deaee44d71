export const SESSION_KEY = 'paceline.session';
export const TAB_KEY = 'paceline.tab';
/** This tab's place when its session expired. */
export const PLACE_KEY = 'paceline.place';
export const DRAFT_PREFIX = 'paceline.draft.';
/** Also written in public/early.js. */
export const SCHEME_KEY = 'paceline.scheme';
/** The menu's state, and each user's recent and favourite owners. */
export const PREFERENCES_KEY = 'paceline.preferences';
/** Column choice, order and widths, per user and grid. */
export const LAYOUTS_KEY = 'paceline.layouts';
/** Dashboard preferences. */
export const DASHBOARD_KEY = 'paceline.dashboards';

/** Kept at sign-out: they belong to the device, not to the session. */
export const KEPT_KEYS: readonly string[] = [SCHEME_KEY, PREFERENCES_KEY, LAYOUTS_KEY, DASHBOARD_KEY];
