import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { hrefOf, pathTo } from '../../../lib/address/paths.ts';
import { useFilterOptions } from '../../../shared/filter-bar/use-filters.ts';
import { Columns } from '../../../ui/pieces/columns.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { PageHead } from '../../../ui/pieces/page-head.tsx';
import { partnersQuery } from './api.ts';
import { KeysCard } from './keys-card.tsx';
import { PartnerList } from './partner-list.tsx';
import { PostSnippet } from './post-snippet.tsx';

const TITLE = 'Posting keys';

const Keys = ({ partnerKey }: { partnerKey: number }) => (
  <Columns of="minmax(0, 1fr) minmax(0, 420px)" gap={16} align="start">
    <KeysCard key={partnerKey} partnerKey={partnerKey} />
    <PostSnippet />
  </Columns>
);

/** Posting keys of all media partners, or of one. */
export const AgencyKeysPage = () => {
  const { partnerKey }: { partnerKey?: string } = useParams({ strict: false });
  const list = pathTo('postingKeys');
  return (
    <Loaded query={useQuery(partnersQuery)} what="list of media partners">
      {(partners) => {
        if (partnerKey === undefined)
          return (
            <>
              <PageHead title={TITLE} trail={[{ label: 'Administration' }]} />
              <PartnerList partners={partners} />
            </>
          );
        const partner = partners.find((one) => String(one.partnerKey) === partnerKey);
        return (
          <>
            <PageHead
              title={partner?.name ?? TITLE}
              trail={[{ label: 'Administration' }, { label: TITLE, href: hrefOf(list) }]}
              description={partner && (partner.active ? partner.code : `${partner.code}, inactive partner`)}
            />
            {partner === undefined ? (
              <EmptyState title="Media partner not found" action={<a href={hrefOf(list)}>All media partners</a>} />
            ) : (
              <Keys partnerKey={partner.partnerKey} />
            )}
          </>
        );
      }}
    </Loaded>
  );
};

/** A media partner's own keys. */
export const PartnerKeysPage = () => (
  <Loaded query={useFilterOptions()} what="list of posting keys">
    {({ partners: [own] }) =>
      own === undefined ? (
        <EmptyState title="No posting keys yet">Ask your agency for a posting key.</EmptyState>
      ) : (
        <Keys partnerKey={own.key} />
      )
    }
  </Loaded>
);
