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

/** What a user does to a campaign. Several of the contract's actions are one deed with a choice in its dialog. */
export type Deed = 'activate' | 'pause' | 'resume' | 'cancelPause' | 'end' | 'reopen' | 'clone' | 'delete' | 'restore';

const DEED_OF: Record<CampaignAction, Deed> = {
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

const RIGHTS: Record<Deed, Permission> = {
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

export const DEED_LABELS: Record<Deed, string> = {
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
const ORDER = Object.keys(DEED_LABELS) as Deed[];

/** Every status that matches, its own first. */
const statusesOf = ({ subStatus, statusReasons }: Pick<ActedCampaign, 'subStatus' | 'statusReasons'>) =>
  [subStatus, ...statusReasons.map(({ code }) => code).filter((code) => code !== subStatus)] as [
    SubStatus,
    ...SubStatus[],
  ];

/** What can be done to a campaign as it stands, by somebody with these rights. */
export const deedsFor = (
  campaign: Pick<ActedCampaign, 'subStatus' | 'statusReasons'>,
  may: (right: Permission) => boolean,
): Deed[] => {
  const open = new Set(campaignActions(statusesOf(campaign)).map((action) => DEED_OF[action]));
  return ORDER.filter((deed) => open.has(deed) && may(RIGHTS[deed]));
};
