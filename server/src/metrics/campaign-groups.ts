import { type CampaignDimensionKey } from '@paceline/contract';
import { DIMENSION_SQL, type Join } from './sql/dimension-sql.ts';

/** Group key and joins for rows `f` with a campaign key. Grouping by campaign needs no join. */
export const groupedBy = (by: CampaignDimensionKey | null): { key: string; joins: readonly Join[] } => {
  if (by === null) return { key: 'null::int', joins: [] };
  if (by === 'campaign') return { key: 'f.campaign_key', joins: [] };
  const { key, value, joins } = DIMENSION_SQL[by];
  return { key: key ?? value, joins };
};
