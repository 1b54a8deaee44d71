import {
  campaignClone,
  campaignDeletePost,
  campaignStatusSave,
  campaignUndelete,
  CAMPAIGN_STATUSES,
  type MovedCampaign,
} from '@paceline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api/api.ts';
import { toast } from '../../../ui/toast/toast-store.ts';
import { forgetCampaigns, tellFailure } from '../api.ts';
import type { ActedCampaign, ActionKind } from './prepare-actions.ts';
import { type MoveKind, type MoveValues, statusBody } from './prepare-move.ts';

/** The action done and its campaign; for a clone, the new campaign. */
export type OnAction = (action: ActionKind, campaignKey: number) => void;

const becomes = (name: string, { subStatus }: Pick<MovedCampaign, 'subStatus'>): string =>
  `${name}: ${CAMPAIGN_STATUSES[subStatus].label}.`;

/** Mutations behind the actions, with toasts and refreshed lists. Failures of actions with a dialog are thrown to it. */
export const useCampaignActions = (
  campaign: Pick<ActedCampaign, 'campaignKey' | 'campaignCode' | 'name'>,
  onDone: OnAction = () => undefined,
) => {
  const queries = useQueryClient();
  const { campaignKey, campaignCode, name } = campaign;
  const params = { key: campaignKey };
  const finish = async (action: ActionKind, key = campaignKey): Promise<void> => {
    await forgetCampaigns(queries);
    onDone(action, key);
  };

  const send = async (action: ActionKind, body: ReturnType<typeof statusBody>): Promise<void> => {
    const moved = await callApi(campaignStatusSave, { params, body });
    if (!moved) return;
    toast.success(becomes(name, moved));
    await finish(action);
  };
  const restore = async (): Promise<void> => {
    try {
      const back = await callApi(campaignUndelete, { params });
      if (!back) return;
      toast.success(`${name} is restored. ${becomes('Its status', back)}`);
      await finish('restore');
    } catch (error) {
      tellFailure(error as Error);
    }
  };
  return {
    move: (kind: MoveKind, values: MoveValues) => send(kind, statusBody(kind, values)),
    activate: () => send('activate', { action: 'ACTIVATE' }).catch(tellFailure),
    cancelPause: () => send('cancelPause', { isPaused: false }).catch(tellFailure),
    clone: async (code: string, cloneName: string): Promise<void> => {
      const clone = await callApi(campaignClone, { params, body: { campaignCode: code, name: cloneName } });
      if (!clone) return;
      toast.success(`${clone.name} is created as a draft.`);
      await finish('clone', clone.campaignKey);
    },
    remove: async (): Promise<void> => {
      const gone = await callApi(campaignDeletePost, { params, body: { confirm: campaignCode } });
      if (!gone) return;
      toast.success(`${name} is deleted. It can be restored for 30 days.`, {
        label: 'Undo',
        onAct: () => void restore(),
      });
      await finish('delete');
    },
    restore,
  };
};
