import { type Screen } from './screen.ts';

/** Screens around the sign-in, those of the session, and the areas, which lead on to a screen. */
export const BASE_SCREENS = {
  login: { path: '/' },
  changePassword: { path: '/changepassword' },
  resetPassword: { path: '/resetpassword' },
  confirmEmail: { path: '/confirmemail' },
  signedOrder: { path: '/order' },

  shell: { path: '/s' },
  clientArea: { path: '/s/cl' },
  dashboard: { path: '/s/cl/dashboard' },
  partnerArea: { path: '/s/mp' },

  owners: { path: '/s/owners', title: 'Owners', groups: ['ag'], permission: 'none' },
  allOwners: {
    path: '/s/allowners',
    title: 'All Owners',
    description: 'The current month of each owner against its plan, and what needs attention.',
    groups: ['ag'],
    permission: 'reports:View',
    menu: {},
  },
  clients: { path: '/s/clients', title: 'Clients', groups: ['cl'], permission: 'none' },
  account: { path: '/s/account', title: 'My account' },
  alerts: { path: '/s/alerts', title: 'Alerts' },
} as const satisfies Record<string, Screen>;
