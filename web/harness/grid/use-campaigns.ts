import { useEffect, useMemo, useState } from 'react';
import { chunksOf } from '../../src/lib/api/chunks.ts';
import { readNdjson } from '../../src/lib/files/ndjson.ts';
import { NO_EDITS } from '../../src/ui/grid/edit/edit-history.ts';
import { rowBatches } from '../../src/ui/grid/body/row-batches.ts';
import type { Edits, RowKey } from '../../src/ui/grid/types.ts';
import { campaign, type CampaignRow, partnerRow, withEdits } from './rows.ts';

/** Reads the campaigns batch by batch, with the product's own reader of streamed lists. */
export const useCampaigns = (url: string) => {
  const [rows, setRows] = useState<readonly CampaignRow[]>([]);
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    const batches = rowBatches<CampaignRow>((more) => setRows((before) => [...before, ...more]));
    const read = async () => {
      const response = await fetch(url);
      performance.mark('first-byte');
      await readNdjson(chunksOf(response.body), (more) => batches.add(more as CampaignRow[]));
      batches.flush();
      setWhole(true);
    };
    void read();
  }, [url]);
  return { rows, isWhole };
};

const grouped = (rows: readonly CampaignRow[]): CampaignRow[] =>
  [...Map.groupBy(rows, ({ partner }) => partner)].map(([partner, below]) =>
    partnerRow(
      partner,
      below.map((row) => campaign(row, undefined)),
    ),
  );

/** The campaigns grouped by partner, with the edits applied to both. */
export const useGrouped = (rows: readonly CampaignRow[], edits: Edits) => {
  const bases = useMemo(() => new Map<RowKey, CampaignRow>(rows.map((row) => [row.key, row])), [rows]);
  const groups = useMemo(() => grouped(rows), [rows]);
  const [last, setLast] = useState<{ base: readonly CampaignRow[]; edits: Edits; now: readonly CampaignRow[] }>({
    base: groups,
    edits: NO_EDITS,
    now: groups,
  });
  if (last.base === groups && last.edits === edits) return { groups: last.now, bases };
  const before = last.base === groups ? last : { now: groups, edits: NO_EDITS };
  const now = withEdits(before.now, bases, before.edits, edits);
  setLast({ base: groups, edits, now });
  return { groups: now, bases };
};
