import { TextInput } from '@mantine/core';
import { campaignPricesRecord } from '@paceline/contract';
import { formatDollars, formatPercent } from '../../../../lib/text/format.ts';
import { SectionCard } from '../../../../ui/pieces/section-card.tsx';
import {
  clientField,
  marginOf,
  mediaField,
  type PricedDevice,
  PRICED_DEVICES,
  tidyPrice,
} from '../prepare/prepare-prices.ts';
import type { PriceField } from '../prepare/prepare-values.ts';
import classes from './step-prices.module.css';
import type { CampaignFormApi } from '../use-campaign-form.ts';

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
      aria-label={campaignPricesRecord.fields[field].label}
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

interface DeviceRowProps {
  form: CampaignFormApi;
  device: PricedDevice;
  isLocked: boolean;
  showsMargin: boolean;
}

const DeviceRow = ({ form, device, isLocked, showsMargin }: DeviceRowProps) => {
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
      {showsMargin && (
        <>
          <td data-label="Margin" className={classes.margin} data-loss={isLoss || undefined}>
            {formatDollars(dollars)}
          </td>
          <td data-label="Margin %" className={classes.margin} data-loss={isLoss || undefined}>
            {formatPercent(share)}
            {isLoss && <span className={classes.loss}>Media price is above client price.</span>}
          </td>
        </>
      )}
    </tr>
  );
};

interface StepPricesProps {
  form: CampaignFormApi;
  lock: string | null;
  showsMargin: boolean;
}

/** Lead prices by device for both sides, and the agency's margin. */
export const StepPrices = ({ form, lock, showsMargin }: StepPricesProps) => (
  <SectionCard
    title="Prices"
    note="Per lead. Blank tablet or mobile: the desktop price applies. A new price applies to leads from now on."
  >
    {lock !== null && <p className={classes.lock}>{lock}</p>}
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Device</th>
          <th scope="col">Client pays</th>
          <th scope="col">Partner gets</th>
          {showsMargin && (
            <>
              <th scope="col" className={classes.right}>
                Margin
              </th>
              <th scope="col" className={classes.right}>
                Margin %
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {PRICED_DEVICES.map((device) => (
          <DeviceRow key={device} form={form} device={device} isLocked={lock !== null} showsMargin={showsMargin} />
        ))}
      </tbody>
    </table>
    <p className={classes.note}>
      {showsMargin && 'Margins are shown to agency users with the right to see them. '}
      Partners and clients see their own price.
    </p>
  </SectionCard>
);
