import { formatCount } from '../../lib/format.ts';

/** "1 campaign", "1,204 campaigns". */
export const campaignsIn = (count: number): string => `${formatCount(count)} ${count === 1 ? 'campaign' : 'campaigns'}`;
