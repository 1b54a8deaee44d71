import { TextInput } from '@mantine/core';
import { formatDollars, formatPercent } from '../../../lib/format.ts';
import { SectionCard } from '../../../ui/section-card.tsx';
import { clientField, marginOf, mediaField, type PricedDevice, PRICED_DEVICES, tidyPrice } from './prepare-prices.ts';
import { PRICE_LABELS } from './prepare-merge.ts';
import type { PriceField } from './prepare-values.ts';
import classes from './step-prices.module.css';
import type { CampaignFormApi } from './use-campaign-form.ts';

interface PriceBoxProps {
  form: CampaignFormApi;
  field: PriceField;
  fallback: PriceField;
  isLocked: boolean;
}

const PriceBox = ({ form, field, fallback, isLocked }: PriceBoxProps) => {
  const { prices } = form.values;
  const set = (text: string) => form.change({ prices: { ...prices, [field]: text } });
  return (
    <TextInput
      aria-label={PRICE_LABELS[field]}
      classNames={{ input: classes.box }}
      leftSection="$"
      placeholder={field === fallback ? '' : prices[fallback]}
      inputMode="decimal"
      autoComplete="off"
      disabled={isLocked}
      value={prices[field]}
      error={form.errorOf(`prices.${field}`)}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={() => {
        const tidy = tidyPrice(prices[field]);
        if (tidy !== prices[field]) set(tidy);
        form.touch(`prices.${field}`);
      }}
    />
  );
};

const DeviceRow = ({ form, device, isLocked }: { form: CampaignFormApi; device: PricedDevice; isLocked: boolean }) => {
  const { dollars, share, isLoss } = marginOf(form.values.prices, device);
  return (
    <tr>
      <th scope="row">{device}</th>
      <td data-label="Client pays">
        <PriceBox form={form} field={clientField(device)} fallback={clientField('Desktop')} isLocked={isLocked} />
      </td>
      <td data-label="Partner gets">
        <PriceBox form={form} field={mediaField(device)} fallback={mediaField('Desktop')} isLocked={isLocked} />
      </td>
      <td data-label="Margin" className={classes.margin} data-loss={isLoss || undefined}>
        {formatDollars(dollars)}
      </td>
      <td data-label="Margin %" className={classes.margin} data-loss={isLoss || undefined}>
        {formatPercent(share)}
        {isLoss && <span className={classes.loss}>Media price is above client price.</span>}
      </td>
    </tr>
  );
};

/** What a lead costs by device, on both sides, and what the agency keeps of it. */
export const StepPrices = ({ form, lock }: { form: CampaignFormApi; lock: string | null }) => (
  <SectionCard
    title="Prices"
    note="Per lead. A blank tablet or mobile price is the desktop’s. A new price holds for leads from now on."
  >
    {lock !== null && <p className={classes.lock}>{lock}</p>}
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Device</th>
          <th scope="col">Client pays</th>
          <th scope="col">Partner gets</th>
          <th scope="col" className={classes.right}>
            Margin
          </th>
          <th scope="col" className={classes.right}>
            Margin %
          </th>
        </tr>
      </thead>
      <tbody>
        {PRICED_DEVICES.map((device) => (
          <DeviceRow key={device} form={form} device={device} isLocked={lock !== null} />
        ))}
      </tbody>
    </table>
    <p className={classes.note}>Margins are seen by the agency only: partners and clients see their own price.</p>
  </SectionCard>
);
