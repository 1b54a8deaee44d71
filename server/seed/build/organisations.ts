import { type OWNER_VARIANTS, type VERTICALS } from '@paceline/contract';

export interface DemoOwner {
  name: string;
  description: string;
  vertical: (typeof VERTICALS)[number];
  timeZone: string;
  dedupDays: number;
  /** The owner's preset, by its name in the contract's table. */
  variant: keyof typeof OWNER_VARIANTS;
}

/** All of them are invented. */
export const DEMO_OWNERS: readonly DemoOwner[] = [
  {
    name: 'Hartwell Technical Institute',
    description: 'Trade school with twelve campuses across the Midwest and the Northeast',
    vertical: 'Education',
    timeZone: 'America/Chicago',
    dedupDays: 90,
    variant: 'HARTWELL TECHNICAL INSTITUTE',
  },
  {
    name: 'Crestview University Online',
    description: 'Online undergraduate and graduate programs',
    vertical: 'Education',
    timeZone: 'America/New_York',
    dedupDays: 180,
    variant: 'CRESTVIEW UNIVERSITY ONLINE',
  },
  {
    name: 'Lakeshore College of Health',
    description: 'Allied health programs on five campuses',
    vertical: 'Education',
    timeZone: 'America/Chicago',
    dedupDays: 90,
    variant: 'LAKESHORE COLLEGE OF HEALTH',
  },
  {
    name: 'St. Brendan University',
    description: 'Non-profit graduate school',
    vertical: 'Education',
    timeZone: 'America/New_York',
    dedupDays: 120,
    variant: 'ST. BRENDAN UNIVERSITY',
  },
  {
    name: 'Apex Coding Academy',
    description: 'Software bootcamps, online and in two cities',
    vertical: 'Education',
    timeZone: 'America/Los_Angeles',
    dedupDays: 60,
    variant: 'APEX CODING ACADEMY',
  },
  {
    name: 'HomeRight Remodeling',
    description: 'Kitchen, bath and window remodeling',
    vertical: 'Home services',
    timeZone: 'America/Denver',
    dedupDays: 30,
    variant: 'HOMERIGHT REMODELING',
  },
];

export const DEMO_PARTNERS: readonly { name: string; code: string }[] = [
  { name: 'BrightPath Media', code: 'BPM' },
  { name: 'CollegeLine Direct', code: 'CLD' },
  { name: 'EduReach Network', code: 'ERN' },
  { name: 'Campus Compass', code: 'CCP' },
  { name: 'DegreeFinder Pro', code: 'DFP' },
  { name: 'SkillBridge Leads', code: 'SBL' },
  { name: 'NextStep Inquiries', code: 'NSI' },
  { name: 'Harbor Performance', code: 'HBP' },
  { name: 'Juniper Ad Partners', code: 'JAP' },
  { name: 'Clarion Call Center', code: 'CCC' },
  { name: 'TrueVoice Transfers', code: 'TVT' },
  { name: 'Northline Contact', code: 'NLC' },
];
