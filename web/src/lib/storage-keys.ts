export const SESSION_KEY = 'paceline.session';
export const TAB_KEY = 'paceline.tab';
/** Also written in public/colour-scheme.js. It is the device's, not the user's: signing out keeps it. */
export const SCHEME_KEY = 'paceline.scheme';
