import { type Permission, type PermissionModule } from '../permissions.ts';
import { type UserGroup } from '../user-groups.ts';

interface HeadingShape {
  /** The heading above it, if it is not at the top level. */
  in?: string;
  /** A right, or any right on a module, that its entries need besides their own. */
  needs?: Permission | PermissionModule;
}

/** The headings of the left menu. */
const HEADINGS = {
  Dashboard: {},
  Campaigns: {},
  'Allocation & Pacing': {},
  Insights: {},
  Resources: {},
  'Lead Management': {},
  Administration: {},
  'Manage Clients': { in: 'Administration' },
  'Manage Users': { in: 'Administration', needs: 'users:View' },
} as const satisfies Record<string, HeadingShape>;
export type Heading = keyof typeof HEADINGS;

export const headingOf = (heading: Heading): { in?: Heading; needs?: Permission | PermissionModule } =>
  HEADINGS[heading];

/** The labels from the top level down to a heading. */
export const labelsTo = (heading: Heading | undefined): Heading[] =>
  heading === undefined ? [] : [...labelsTo(headingOf(heading).in), heading];

/** The top level of each group's menu: headings, and the labels of entries without one. */
export const TOP_LEVEL: Record<UserGroup, readonly string[]> = {
  ag: [
    'All Owners',
    'Dashboard',
    'Campaigns',
    'Allocation & Pacing',
    'Insights',
    'Resources',
    'Lead Management',
    'Click Management',
    'Administration',
  ],
  mp: ['Home', 'Allocation & Pacing', 'Campaigns', 'Insights', 'Resources', 'Lead Management', 'Click Details'],
  cl: ['Dashboard', 'Allocation & Pacing', 'Campaigns', 'Insights', 'Resources', 'Lead Management', 'Administration'],
};
