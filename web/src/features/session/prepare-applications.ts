import type { Permission } from '@paceline/contract';

const any =
  (module: string) =>
  (granted: ReadonlySet<Permission>): boolean =>
    [...granted].some((permission) => permission.startsWith(`${module}:`));
const one =
  (permission: Permission) =>
  (granted: ReadonlySet<Permission>): boolean =>
    granted.has(permission);

/** A media partner's modules by their names, and which rights open each. */
const MODULES = {
  clientModule: one('clients:View'),
  mediaPartnerModule: one('partners:View'),
  allocationModule: any('allocations'),
  campaignModule: any('campaigns'),
  reportsModule: any('reports'),
  leadExportModule: one('leadanalyzer:Export'),
  leadAnalyzerModule: any('leadanalyzer'),
} as const;

/** The application map of a media partner: which of its modules the user has. */
export const prepareApplications = (granted: ReadonlySet<Permission>): Record<string, boolean> =>
  Object.fromEntries(Object.entries(MODULES).map(([name, opens]) => [name, opens(granted)]));
