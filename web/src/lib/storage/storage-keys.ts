export const SESSION_KEY = 'paceline.session';
export const TAB_KEY = 'paceline.tab';
/** Where this tab was when its session ended without the user wanting it. */
export const PLACE_KEY = 'paceline.place';
export const DRAFT_PREFIX = 'paceline.draft.';
/** Also written in public/early.js. */
export const SCHEME_KEY = 'paceline.scheme';
/** The rail, and per user the recent and favourite owners. */
export const PREFERENCES_KEY = 'paceline.preferences';
/** Per user and grid: which columns, in which order, how wide. */
export const LAYOUTS_KEY = 'paceline.layouts';
/** How somebody likes their dashboards. */
export const DASHBOARD_KEY = 'paceline.dashboards';

/** The device's, not the session's: signing out keeps them. */
export const KEPT_KEYS: readonly string[] = [SCHEME_KEY, PREFERENCES_KEY, LAYOUTS_KEY, DASHBOARD_KEY];
