import { formatMetricValue, METRICS, type Unattributed, UNATTRIBUTED_LABEL } from '@paceline/contract';
import { hrefOf, pathTo } from '../lib/address/paths.ts';
import { useMay } from '../lib/session/permissions.ts';
import classes from './unattributed-line.module.css';

type Channel = Unattributed['channels'][number];

const CHANNEL_WORDS: Record<Channel, string> = {
  ppc: 'PPC',
  social: 'Social',
  programmaticDisplay: 'Programmatic display',
};

const unlinkedPath = (channel: Channel): string => {
  const list =
    channel === 'programmaticDisplay'
      ? pathTo('campaignsProgrammatic')
      : pathTo('campaignsByChannel', { channelType: channel });
  return `${list}?view=unlinked`;
};

interface UnattributedLineProps {
  unattributed: Unattributed | undefined;
  /** Without the link to assign it: inside another site nothing links into the product. */
  isBare?: boolean;
}

/** Platform spend not linked to a campaign, shown under the total that excludes it, with a link to assign it. */
export const UnattributedLine = ({ unattributed, isBare = false }: UnattributedLineProps) => {
  const mayLink = useMay('campaigns:Update');
  if (unattributed === undefined) return null;
  const { spend, campaigns, channels } = unattributed;
  return (
    <p className={classes.line}>
      <strong>
        {UNATTRIBUTED_LABEL}: {formatMetricValue({ ...METRICS.spend, decimals: 2 }, spend)}
      </strong>{' '}
      of {campaigns} platform {campaigns === 1 ? 'campaign' : 'campaigns'} not linked.
      {mayLink &&
        !isBare &&
        channels.map((channel) => (
          <a key={channel} className={classes.link} href={hrefOf(unlinkedPath(channel))}>
            Link {CHANNEL_WORDS[channel]}
          </a>
        ))}
    </p>
  );
};
