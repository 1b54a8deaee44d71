/** A user of the demo scenario. */
export interface DemoUser {
  username: string;
  password: string;
}

export const AGENCY_ADMIN: DemoUser = { username: 'agency.admin', password: 'Paceline@Demo2026' };

/** An owner that the agency of the demo scenario works for. */
export const AN_OWNER = 'Hartwell Technical Institute';
