import { Button } from '@mantine/core';
import type { Partner } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { localZone } from '../../lib/text/format.ts';
import { hrefOf, PATHS, pathTo } from '../../lib/address/paths.ts';
import { keyParam } from '../../lib/address/search-params.ts';
import { useOwnerKey } from '../../lib/session/session-store.ts';
import { WithHistory } from '../../shared/history/record-history.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { PageHead } from '../../ui/pieces/page-head.tsx';
import { partnerQuery } from './api.ts';
import { ClientMapCard } from './client-map-card.tsx';
import { ContactsCard } from './contacts-card.tsx';
import { PartnerForm } from './partner-form.tsx';
import classes from './partners.module.css';
import { ValueMapCard } from './value-map-card.tsx';

const trail = () => [
  { label: 'Administration' },
  { label: 'Available Partners', href: hrefOf(PATHS.availablePartners) },
];

const PartnerEditor = ({ partner, ownerKey }: { partner: Partner; ownerKey: number }) => {
  const { mediaPartnerKey: partnerKey } = partner;
  return (
    <>
      <PageHead
        title={partner.mediaPartnerName}
        trail={trail()}
        description={partner.activeFlag ? partner.mediaPartnerCode : `${partner.mediaPartnerCode}, inactive partner`}
        action={
          <Button component="a" variant="default" href={hrefOf(pathTo('postingKeys', { partnerKey }))}>
            Posting keys
          </Button>
        }
      />
      <WithHistory entity="media_partner" recordKey={partnerKey} timeZone={localZone()}>
        <div className={classes.page}>
          <PartnerForm partner={partner} />
          <ContactsCard partnerKey={partnerKey} />
          <ClientMapCard ownerKey={ownerKey} partnerKey={partnerKey} />
          <ValueMapCard ownerKey={ownerKey} partnerKey={partnerKey} />
        </div>
      </WithHistory>
    </>
  );
};

const ExistingPartner = ({ partnerKey, ownerKey }: { partnerKey: number; ownerKey: number }) => (
  <Loaded query={useQuery(partnerQuery(partnerKey))} what="partner">
    {(partner) => <PartnerEditor partner={partner} ownerKey={ownerKey} />}
  </Loaded>
);

/** A new media partner, or an existing one. */
export const PartnerPage = () => {
  const { partnerKey: keyText }: { partnerKey?: string } = useParams({ strict: false });
  const ownerKey = useOwnerKey();
  const partnerKey = keyParam(keyText);
  if (keyText === undefined)
    return (
      <>
        <PageHead title="New partner" trail={trail()} />
        <PartnerForm key="new" partner={null} />
      </>
    );
  if (partnerKey === undefined) return <EmptyState title="Media partner not found" />;
  return <ExistingPartner key={partnerKey} partnerKey={partnerKey} ownerKey={ownerKey} />;
};
