import { type CampaignDimensionKey } from '@paceline/contract';
import { DIMENSION_SQL, type Join } from './sql/dimension-sql.ts';

/** What a row `f` that names its campaign is grouped by. To tell campaigns apart, nothing has to be joined. */
export const groupedBy = (by: CampaignDimensionKey | null): { key: string; joins: readonly Join[] } => {
  if (by === null) return { key: 'null::int', joins: [] };
  if (by === 'campaign') return { key: 'f.campaign_key', joins: [] };
  const { key, value, joins } = DIMENSION_SQL[by];
  return { key: key ?? value, joins };
};
