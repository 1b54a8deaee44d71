import {
  type CampaignAction,
  campaignActions,
  type CampaignListRow,
  type Permission,
  type SubStatus,
} from '@paceline/contract';

/** What has to be known of a campaign to act on it: a row of a list has it, and so has a campaign that was opened. */
export type ActedCampaign = Pick<
  CampaignListRow,
  'ownerKey' | 'campaignKey' | 'name' | 'campaignCode' | 'subStatus' | 'statusReasons'
>;

/** What a user does to a campaign. Several of the contract's actions are one action with a choice in its dialog. */
export type ActionKind =
  | 'activate'
  | 'pause'
  | 'resume'
  | 'cancelPause'
  | 'end'
  | 'reopen'
  | 'clone'
  | 'delete'
  | 'restore';

const ACTION_KIND_OF: Record<CampaignAction, ActionKind> = {
  ACTIVATE: 'activate',
  PAUSE: 'pause',
  PAUSE_BETWEEN: 'pause',
  RESUME: 'resume',
  RESUME_ON: 'resume',
  CANCEL_PAUSE: 'cancelPause',
  END: 'end',
  REOPEN: 'reopen',
  DELETE: 'delete',
  UNDELETE: 'restore',
  CLONE: 'clone',
};

const RIGHTS: Record<ActionKind, Permission> = {
  activate: 'campaigns:Status',
  pause: 'campaigns:Status',
  resume: 'campaigns:Status',
  cancelPause: 'campaigns:Status',
  end: 'campaigns:Status',
  reopen: 'campaigns:Status',
  clone: 'campaigns:Clone',
  delete: 'campaigns:Delete',
  restore: 'campaigns:Delete',
};

export const ACTION_LABELS: Record<ActionKind, string> = {
  activate: 'Activate',
  pause: 'Pause',
  resume: 'Resume',
  cancelPause: 'Cancel the pause',
  end: 'End',
  reopen: 'Reopen',
  clone: 'Clone',
  delete: 'Delete',
  restore: 'Restore',
};

/** In this order they are offered: what is done daily first, what loses something last. */
const ORDER = Object.keys(ACTION_LABELS) as ActionKind[];

/** Every status that matches, its own first. */
const statusesOf = ({ subStatus, statusReasons }: Pick<ActedCampaign, 'subStatus' | 'statusReasons'>) =>
  [subStatus, ...statusReasons.map(({ code }) => code).filter((code) => code !== subStatus)] as [
    SubStatus,
    ...SubStatus[],
  ];

/** What can be done to a campaign as it stands, by somebody with these rights. */
export const actionsFor = (
  campaign: Pick<ActedCampaign, 'subStatus' | 'statusReasons'>,
  may: (right: Permission) => boolean,
): ActionKind[] => {
  const open = new Set(campaignActions(statusesOf(campaign)).map((action) => ACTION_KIND_OF[action]));
  return ORDER.filter((action) => open.has(action) && may(RIGHTS[action]));
};
