import { Button, Flex, MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import type { DraftVendor } from '@paceline/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../../lib/session/permissions.ts';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { choicesQuery, partnersQuery } from '../api.ts';
import { newId } from '../prepare-draft.ts';
import classes from '../wizard.module.css';
import { type StepProps, withoutRow, withRow } from './step-props.ts';

const PartnerDialog = lazy(async () => ({ default: (await import('./partner-dialog.tsx')).PartnerDialog }));

const Partners = ({ body, change, errorOf }: StepProps) => {
  const { partners, clients } = body;
  const query = useQuery(partnersQuery());
  const mayMake = useMay('partners:Create');
  const [isMaking, setMaking] = useState(false);
  const nameOf = (key: number): string =>
    query.data?.find(({ mediaPartnerKey }) => mediaPartnerKey === key)?.mediaPartnerName ?? `Partner ${key}`;
  const free = (query.data ?? []).filter(
    ({ activeFlag, mediaPartnerKey }) => activeFlag && !partners.some((one) => one.mediaPartnerKey === mediaPartnerKey),
  );
  const add = (mediaPartnerKey: number) => change({ partners: [...partners, { mediaPartnerKey, clientIds: [] }] });
  return (
    <SectionCard
      title="Media partners"
      note="Partners that may deliver leads. You can add more later."
      action={
        mayMake && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => setMaking(true)}
          >
            New partner
          </Button>
        )
      }
    >
      <ul className={classes.rows} aria-label="Media partners">
        {partners.map(({ mediaPartnerKey, clientIds }, index) => (
          <Flex key={mediaPartnerKey} component="li" gap={10} align="flex-end" wrap="wrap">
            <MultiSelect
              flex="1 1 240px"
              maw={520}
              label={nameOf(mediaPartnerKey)}
              placeholder={clientIds.length === 0 ? 'All clients' : undefined}
              data={clients.map(({ id, clientName }) => ({ value: id, label: clientName || 'Unnamed client' }))}
              value={clientIds}
              error={errorOf(`partners.${index}.mediaPartnerKey`, 1) ?? errorOf(`partners.${index}.clientIds`, 1)}
              onChange={(ids) => change({ partners: partners.with(index, { mediaPartnerKey, clientIds: ids }) })}
            />
            <Button
              variant="default"
              aria-label={`Remove ${nameOf(mediaPartnerKey)}`}
              onClick={() => change({ partners: partners.toSpliced(index, 1) })}
            >
              Remove
            </Button>
          </Flex>
        ))}
      </ul>
      <NativeSelect
        flex="1 1 240px"
        maw={520}
        label="Add a partner"
        value=""
        data={[
          { value: '', label: free.length === 0 ? 'No other partner' : 'Choose' },
          ...free.map(({ mediaPartnerKey, mediaPartnerName }) => ({
            value: String(mediaPartnerKey),
            label: mediaPartnerName,
          })),
        ]}
        onChange={({ currentTarget }) => currentTarget.value !== '' && add(Number(currentTarget.value))}
      />
      <Suspense fallback={null}>
        {isMaking && (
          <PartnerDialog
            onMade={(key) => {
              setMaking(false);
              add(key);
            }}
            onClose={() => setMaking(false)}
          />
        )}
      </Suspense>
    </SectionCard>
  );
};

const VendorRow = ({ vendor, index, body, change, errorOf }: { vendor: DraftVendor; index: number } & StepProps) => {
  const { vendors, clients } = body;
  const platforms = useQuery(choicesQuery()).data?.platforms ?? [];
  const at = `vendors.${index}`;
  const set = (patch: Partial<DraftVendor>) => change({ vendors: withRow(vendors, vendor.id, patch) });
  const box = (name: 'accountId' | 'accountName' | 'feePercent', label: string, most: number) => (
    <TextInput
      label={label}
      required
      maxLength={most}
      autoComplete="off"
      value={vendor[name]}
      error={errorOf(`${at}.${name}`, vendor[name])}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
    />
  );
  return (
    <li>
      <fieldset className={classes.group}>
        <legend>{vendor.accountName.trim() || `Account ${index + 1}`}</legend>
        <div className={classes.fields}>
          <NativeSelect
            label="Platform"
            required
            value={vendor.platformKey ?? ''}
            error={errorOf(`${at}.platformKey`, vendor.platformKey)}
            data={[
              { value: '', label: platforms.length === 0 ? 'No platform is set up' : 'Choose' },
              ...platforms.map(({ platformKey, platformName }) => ({
                value: String(platformKey),
                label: platformName,
              })),
            ]}
            onChange={({ currentTarget }) =>
              set({ platformKey: currentTarget.value === '' ? null : Number(currentTarget.value) })
            }
          />
          <NativeSelect
            label="Account of client"
            required
            value={vendor.clientId}
            error={errorOf(`${at}.clientId`, vendor.clientId)}
            data={[
              { value: '', label: 'Choose' },
              ...clients.map(({ id, clientName }) => ({ value: id, label: clientName || 'Unnamed client' })),
            ]}
            onChange={({ currentTarget }) => set({ clientId: currentTarget.value })}
          />
          {box('accountId', 'Account ID', 60)}
          {box('accountName', 'Account name', 100)}
          {box('feePercent', 'Fee (%)', 6)}
        </div>
        <Button
          size="xs"
          variant="default"
          aria-label={`Remove account ${index + 1}`}
          onClick={() => change({ vendors: withoutRow(vendors, vendor.id) })}
        >
          Remove
        </Button>
      </fieldset>
    </li>
  );
};

const Vendors = (props: StepProps) => {
  const { body, change } = props;
  const only = body.clients.length === 1 ? body.clients[0]!.id : '';
  const fresh = (): DraftVendor => ({
    id: newId(),
    platformKey: null,
    clientId: only,
    accountId: '',
    accountName: '',
    feePercent: '0',
  });
  return (
    <SectionCard title="PPC vendors" note="Ad platform accounts for search, social and display media.">
      <ul className={classes.rows} aria-label="PPC vendors">
        {body.vendors.map((vendor, index) => (
          <VendorRow key={vendor.id} vendor={vendor} index={index} {...props} />
        ))}
      </ul>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        onClick={() => change({ vendors: [...body.vendors, fresh()] })}
      >
        Add an account
      </Button>
    </SectionCard>
  );
};

export const StepPartners = (props: StepProps) => {
  const maySee = useMay('partners:View');
  return (
    <>
      {maySee && <Partners {...props} />}
      <Vendors {...props} />
    </>
  );
};
