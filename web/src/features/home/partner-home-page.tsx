import { useMay } from '../../lib/session/permissions.ts';
import { useFilterOptions } from '../../shared/filter-bar/use-filters.ts';
import { Columns } from '../../ui/pieces/columns.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { DueCard } from './due-card.tsx';
import { EarningsCard } from './earnings-card.tsx';
import { CapsCard, KeysCard, OrdersCard, RefusalsCard, SourcesCard } from './work-cards.tsx';

/** A media partner's start page, over all school groups that it works for. Each card loads by itself and needs the right of its page. */
export const PartnerHomePage = () => {
  const mayEarn = useMay('reports:Billable');
  const mayOrders = useMay('allocations:View');
  const mayCaps = useMay('campaigns:View');
  const mayLeads = useMay('leadanalyzer:View');
  const maySources = useMay('publishers:View');
  const mayKeys = useMay('partners:View');
  const partner = useFilterOptions().data?.partners[0];
  if (!(mayEarn || mayOrders || mayCaps || mayLeads || maySources || mayKeys))
    return <EmptyState title="Nothing to show yet">Ask your agency for access.</EmptyState>;
  return (
    <Columns of={1} gap={16}>
      {mayEarn && <EarningsCard />}
      {mayEarn && <DueCard />}
      <Columns min={340} gap={16} align="start">
        {mayOrders && <OrdersCard />}
        {mayCaps && <CapsCard />}
        {mayLeads && <RefusalsCard />}
        {maySources && <SourcesCard />}
        {mayKeys && partner !== undefined && <KeysCard partnerKey={partner.key} />}
      </Columns>
    </Columns>
  );
};
