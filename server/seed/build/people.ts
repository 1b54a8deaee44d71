import { type RolePresetName } from '@paceline/contract';

/** Printed at start, refused in production: it is public in this repository. */
export const DEMO_PASSWORD = 'Paceline@Demo2026';

export interface DemoUser {
  userName: string;
  firstName: string;
  lastName: string;
  role: RolePresetName;
  /** Owner names; a media partner's users work on the owners their partner delivers to. */
  owners: 'all' | readonly string[];
  partner?: string;
  mustChangePassword?: boolean;
  /** Description of this sign-in, for the list printed at start. */
  shows: string;
}

export const DEMO_USERS: readonly DemoUser[] = [
  {
    userName: 'agency.admin',
    firstName: 'Avery',
    lastName: 'Stone',
    role: 'agencyAdmin',
    owners: 'all',
    shows: 'agency, every right',
  },
  {
    userName: 'agency.buyer',
    firstName: 'Blake',
    lastName: 'Rivera',
    role: 'mediaBuyer',
    owners: 'all',
    shows: 'agency, campaigns but no users',
  },
  {
    userName: 'agency.analyst',
    firstName: 'Carmen',
    lastName: 'Ortiz',
    role: 'analyst',
    owners: 'all',
    shows: 'agency, read only',
  },
  {
    userName: 'agency.leads',
    firstName: 'Dana',
    lastName: 'Whitfield',
    role: 'leadDesk',
    owners: 'all',
    shows: 'agency, lead desk',
  },
  {
    userName: 'partner.admin',
    firstName: 'Elliot',
    lastName: 'Park',
    role: 'partnerAdmin',
    owners: [
      'Hartwell Technical Institute',
      'Crestview University Online',
      'Lakeshore College of Health',
      'HomeRight Remodeling',
    ],
    partner: 'BrightPath Media',
    shows: 'media partner BrightPath Media',
  },
  {
    userName: 'partner.viewer',
    firstName: 'Farah',
    lastName: 'Khan',
    role: 'partnerViewer',
    owners: [
      'Hartwell Technical Institute',
      'Crestview University Online',
      'Lakeshore College of Health',
      'HomeRight Remodeling',
    ],
    partner: 'BrightPath Media',
    shows: 'the same partner, read only',
  },
  {
    userName: 'partner.other',
    firstName: 'Grant',
    lastName: 'Mbeki',
    role: 'partnerAdmin',
    owners: ['Hartwell Technical Institute', 'St. Brendan University'],
    partner: 'CollegeLine Direct',
    shows: 'another media partner',
  },
  {
    userName: 'client.admin',
    firstName: 'Harper',
    lastName: 'Lindqvist',
    role: 'clientAdmin',
    owners: ['Hartwell Technical Institute'],
    shows: 'client, Hartwell Technical Institute',
  },
  {
    userName: 'client.viewer',
    firstName: 'Imani',
    lastName: 'Brooks',
    role: 'clientViewer',
    owners: ['Hartwell Technical Institute'],
    shows: 'the same client, read only',
  },
  {
    userName: 'client.multi',
    firstName: 'Jonas',
    lastName: 'Petrov',
    role: 'clientAdmin',
    owners: ['Crestview University Online', 'Lakeshore College of Health'],
    shows: 'client with two owners',
  },
  {
    userName: 'client.coding',
    firstName: 'Kei',
    lastName: 'Tanaka',
    role: 'clientAdmin',
    owners: ['Apex Coding Academy'],
    shows: 'client, Apex Coding Academy',
  },
  {
    userName: 'new.user',
    firstName: 'Lena',
    lastName: 'Hoffmann',
    role: 'analyst',
    owners: 'all',
    mustChangePassword: true,
    shows: 'must change the password first',
  },
];
