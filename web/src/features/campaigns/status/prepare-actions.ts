import {
  type CampaignAction,
  campaignActions,
  type CampaignListRow,
  type Permission,
  type SubStatus,
} from '@paceline/contract';

/** The fields an action needs: both list rows and opened campaigns have them. */
export type ActedCampaign = Pick<
  CampaignListRow,
  'ownerKey' | 'campaignKey' | 'name' | 'campaignCode' | 'subStatus' | 'statusReasons'
>;

/** A user's action on a campaign. Some combine several actions of the contract, chosen in the dialog. */
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

/** Order of the menu: daily actions first, destructive ones last. */
const ORDER = Object.keys(ACTION_LABELS) as ActionKind[];

/** All matching statuses, the main one first. */
const statusesOf = ({ subStatus, statusReasons }: Pick<ActedCampaign, 'subStatus' | 'statusReasons'>) =>
  [subStatus, ...statusReasons.map(({ code }) => code).filter((code) => code !== subStatus)] as [
    SubStatus,
    ...SubStatus[],
  ];

/** The actions for a campaign's current state and the user's rights. */
export const actionsFor = (
  campaign: Pick<ActedCampaign, 'subStatus' | 'statusReasons'>,
  may: (right: Permission) => boolean,
): ActionKind[] => {
  const open = new Set(campaignActions(statusesOf(campaign)).map((action) => ACTION_KIND_OF[action]));
  return ORDER.filter((action) => open.has(action) && may(RIGHTS[action]));
};
