import { campaignExport, type CampaignListRow, MOST_BULK_CAMPAIGNS } from '@paceline/contract';
import { useMutation } from '@tanstack/react-query';
import { downloadApi, saveFile } from '../../../lib/download.ts';
import { formatCount } from '../../../lib/format.ts';
import { toast } from '../../../ui/toast-store.ts';
import { tellFailure } from '../api.ts';

/** Why these rows cannot be one file; null where they can. */
export const exportProblem = (rows: readonly CampaignListRow[]): string | null => {
  if (rows.length === 0) return 'There is nothing to export.';
  if (rows.length > MOST_BULK_CAMPAIGNS) {
    return `A file holds at most ${formatCount(MOST_BULK_CAMPAIGNS)} campaigns. Narrow the list first.`;
  }
  const isOneOwner = rows.every(({ ownerKey }) => ownerKey === rows[0]?.ownerKey);
  return isOneOwner ? null : 'A file is of one school group. Choose one first.';
};

/** Campaigns as a workbook, in the order of the list. Undefined rows: the list changed while they were collected. */
export const useExport = () =>
  useMutation({
    mutationFn: async (collect: () => Promise<readonly CampaignListRow[] | undefined>) => {
      const rows = await collect();
      const problem = rows === undefined ? 'The list changed meanwhile. Export it again.' : exportProblem(rows);
      const first = rows?.[0];
      if (problem !== null || rows === undefined || first === undefined) {
        toast.error({ message: problem ?? '' });
        return;
      }
      const file = await downloadApi(
        campaignExport,
        {
          params: { owner: first.ownerKey },
          body: { campaignKeys: rows.map(({ campaignKey }) => campaignKey) },
        },
        { fallbackName: 'campaigns.xlsx' },
      );
      if (file) saveFile(file);
    },
    onError: tellFailure,
  });
