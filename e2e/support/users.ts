/** A user of the demo scenario. */
export interface DemoUser {
  username: string;
  password: string;
}

const DEMO_PASSWORD = 'Paceline@Demo2026';
export const demoUser = (username: string): DemoUser => ({ username, password: DEMO_PASSWORD });

export const AGENCY_ADMIN = demoUser('agency.admin');

/** Owners of the demo scenario. */
export const AN_OWNER = 'Hartwell Technical Institute';
export const OTHER_OWNER = 'Lakeshore College of Health';

/** The heading of an owner's start page. */
export const OWNER_HOME = 'Executive Overview';
