/** `greenAmber` is green with an amber mark: running, but in need of attention. */
type StatusColour = 'grey' | 'amber' | 'blue' | 'red' | 'green' | 'greenAmber';

export const STATUS_GROUPS = {
  active: 'Active',
  stoppedByCap: 'Stopped by cap',
  notRunning: 'Not running',
  finished: 'Finished',
} as const;
export type StatusGroup = keyof typeof STATUS_GROUPS;

interface StatusDefinition {
  /** The lowest matching priority is the campaign's status; the others are further reasons. */
  priority: number;
  label: string;
  colour: StatusColour;
  /** Null if leads do not come through Paceline. */
  takesLeads: boolean | null;
  group: StatusGroup;
}

/** Every campaign status. None is stored: all are derived from settings, time and counters. */
export const CAMPAIGN_STATUSES = {
  DELETED: { priority: 1, label: 'Deleted', colour: 'grey', takesLeads: false, group: 'finished' },
  DRAFT: { priority: 2, label: 'Draft', colour: 'grey', takesLeads: false, group: 'finished' },
  ENDED: { priority: 3, label: 'Ended', colour: 'grey', takesLeads: false, group: 'finished' },
  PAUSED: { priority: 4, label: 'Paused', colour: 'amber', takesLeads: false, group: 'notRunning' },
  SCHEDULED: { priority: 5, label: 'Scheduled', colour: 'blue', takesLeads: false, group: 'notRunning' },
  PARTNER_INACTIVE: { priority: 6, label: 'Partner inactive', colour: 'grey', takesLeads: false, group: 'notRunning' },
  IO_PENDING: { priority: 7, label: 'Awaiting IO', colour: 'blue', takesLeads: false, group: 'notRunning' },
  NO_ALLOCATION: { priority: 8, label: 'No allocation', colour: 'amber', takesLeads: false, group: 'notRunning' },
  GOAL_CAP: { priority: 9, label: 'Goal budget reached', colour: 'red', takesLeads: false, group: 'stoppedByCap' },
  CAP_MONTH: { priority: 10, label: 'Monthly cap reached', colour: 'red', takesLeads: false, group: 'stoppedByCap' },
  CAP_WEEK: { priority: 11, label: 'Weekly cap reached', colour: 'red', takesLeads: false, group: 'stoppedByCap' },
  CAP_DAY: { priority: 12, label: 'Daily cap reached', colour: 'red', takesLeads: false, group: 'stoppedByCap' },
  OFF_HOURS: { priority: 13, label: 'Outside hours', colour: 'blue', takesLeads: false, group: 'notRunning' },
  PLATFORM_PAUSED: {
    priority: 14,
    label: 'Paused in platform',
    colour: 'amber',
    takesLeads: null,
    group: 'notRunning',
  },
  SOFT_CAP: { priority: 15, label: 'Live - target reached', colour: 'greenAmber', takesLeads: true, group: 'active' },
  PAUSE_SCHEDULED: { priority: 16, label: 'Live - pause set', colour: 'green', takesLeads: true, group: 'active' },
  LIVE: { priority: 17, label: 'Live', colour: 'green', takesLeads: true, group: 'active' },
} as const satisfies Record<string, StatusDefinition>;

export type SubStatus = keyof typeof CAMPAIGN_STATUSES;
/** In the order of evaluation. */
export const SUB_STATUSES = Object.keys(CAMPAIGN_STATUSES) as [SubStatus, ...SubStatus[]];

export const statusesOfGroup = (group: StatusGroup): SubStatus[] =>
  SUB_STATUSES.filter((code) => CAMPAIGN_STATUSES[code].group === group);

/** Status actions of agency users. */
const CAMPAIGN_ACTIONS = [
  'ACTIVATE',
  'PAUSE',
  'PAUSE_BETWEEN',
  'RESUME',
  'RESUME_ON',
  'CANCEL_PAUSE',
  'END',
  'REOPEN',
  'DELETE',
  'UNDELETE',
  'CLONE',
] as const;
export type CampaignAction = (typeof CAMPAIGN_ACTIONS)[number];

/** Running, or held up by something temporary: it can be paused and ended. */
const UNDER_WAY: readonly CampaignAction[] = ['PAUSE', 'PAUSE_BETWEEN', 'END', 'DELETE', 'CLONE'];

const ACTIONS: Partial<Record<SubStatus, readonly CampaignAction[]>> = {
  DELETED: ['UNDELETE', 'CLONE'],
  DRAFT: ['ACTIVATE', 'DELETE', 'CLONE'],
  ENDED: ['REOPEN', 'DELETE', 'CLONE'],
  PAUSED: ['RESUME', 'RESUME_ON', ...UNDER_WAY],
};

/** Available actions, given every matching status. A scheduled pause can be cancelled even while another status has priority. */
export const campaignActions = ([status, ...others]: readonly [SubStatus, ...SubStatus[]]): CampaignAction[] => {
  const open = [...(ACTIONS[status] ?? UNDER_WAY)];
  const finished = CAMPAIGN_STATUSES[status].group === 'finished';
  if (!finished && [status, ...others].includes('PAUSE_SCHEDULED')) open.unshift('CANCEL_PAUSE');
  return open;
};
