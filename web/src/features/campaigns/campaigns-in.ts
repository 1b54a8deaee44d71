import { formatCount } from '../../lib/text/format.ts';

/** "1 campaign", "1,204 campaigns". */
export const campaignsIn = (count: number): string => `${formatCount(count)} ${count === 1 ? 'campaign' : 'campaigns'}`;
