import { BID_PRICE_FIELDS, type Campaign, campaignRecord, formatMetricValue } from '@paceline/contract';
import { Facts } from '../../../ui/lists/facts.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';

/** The prices in force: those of the reader's side, as the server answers no others. */
export const PricesCard = ({ campaign }: { campaign: Partial<Campaign> }) => {
  const fields = [...BID_PRICE_FIELDS, 'monthlyBudget'] as const;
  const facts = fields.flatMap((field) => {
    const value = campaign[field];
    return typeof value === 'number'
      ? [[campaignRecord.fields[field].label, formatMetricValue({ kind: 'dollar', decimals: 2 }, value)] as const]
      : [];
  });
  return (
    <SectionCard title="Prices">
      {facts.length === 0 ? <Note size="sm">No price set.</Note> : <Facts facts={facts} />}
    </SectionCard>
  );
};
