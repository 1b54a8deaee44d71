import { useQuery } from '@tanstack/react-query';
import { hrefOf, PATHS } from '../../../lib/address/paths.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { groupOfSession } from '../../../lib/session/session-store.ts';
import { PageHead } from '../../../ui/pieces/page-head.tsx';
import { CampaignHeadActions } from '../status/campaign-head-actions.tsx';
import { campusesQuery } from './api.ts';
import { CampaignStatus } from './campaign-status-card.tsx';
import { CampaignSummary } from './campaign-summary.tsx';
import classes from './editor.module.css';
import { prepareReview } from './prepare/prepare-review.ts';
import { linkForPartner } from './prepare/prepare-urls.ts';
import { type CampaignParts, fieldsOf } from './prepare/prepare-values.ts';
import { useActionDone } from './use-action-done.ts';

/** A read-only campaign. The server omits everything the viewer may not see. */
export const CampaignView = ({ parts }: { parts: CampaignParts }) => {
  const { campaign } = parts;
  const viewer = groupOfSession() ?? 'cl';
  const showsMargin = useMay('reports:Margin') && viewer === 'ag';
  const onAction = useActionDone();
  const fields = fieldsOf(parts);
  const { data: campuses } = useQuery({
    ...campusesQuery(campaign.clientKey),
    enabled: viewer === 'ag' && fields.geo.radius !== null,
  });
  const names = {
    vendor: campaign.vendor,
    lineItem: campaign.goalName,
    channel: campaign.customChannelName ?? '',
  };
  const review = prepareReview({
    fields,
    names,
    programs: parts.programs,
    sources: parts.sources,
    defaultTimeZone: parts.defaultTimeZone,
    allocation: parts.allocation,
    campusName: campuses?.find(({ campusKey }) => campusKey === fields.geo.radius?.campusKey)?.campusName,
    partnerLink: parts.clickLink === null ? undefined : linkForPartner(window.location.origin, parts.clickLink),
    viewer,
    showsMargin,
  });
  const list = viewer === 'mp' ? PATHS.mpCampaigns : PATHS.campaignsPpl;
  return (
    <>
      <PageHead
        title={campaign.name}
        trail={[{ label: 'Campaigns', href: hrefOf(list) }]}
        description={`${campaign.campaignCode} · ${campaign.vendor} · ${campaign.clientName}`}
        action={<CampaignHeadActions campaign={campaign} onDone={onAction} />}
      />
      <div className={classes.top}>
        <CampaignStatus campaign={campaign} />
      </div>
      <CampaignSummary parts={review} fields={fields} clientKey={viewer === 'ag' ? campaign.clientKey : null} />
    </>
  );
};
