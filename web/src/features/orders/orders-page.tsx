import { useAddress } from '../../shared/use-address.ts';
import { Button, Group, NativeSelect, SegmentedControl } from '@mantine/core';
import { ioMonth } from '@paceline/contract';
import { IconSend, IconSettings, IconWriting } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../lib/session/permissions.ts';
import { groupOfSession, useActiveOwnerKey, useSession } from '../../lib/session/session-store.ts';
import { ALL_OWNERS } from '../../shared/insights-owner.tsx';
import { NoOwner } from '../../shared/no-owner.tsx';
import { useOwnerNames } from '../../shared/use-owner-names.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { PageHead } from '../../ui/pieces/page-head.tsx';
import { AcceptDialog } from './accept-dialog.tsx';
import { boardQuery, partnerBoardQuery } from './api.ts';
import { OrderBoard, OrderTable } from './order-board.tsx';
import { OrderPage } from './order-page.tsx';
import { acceptedText, canAccept } from './prepare-orders.ts';
import { SendDialog } from './send-dialog.tsx';
import { SettingsDialog } from './settings-dialog.tsx';

const TITLE = 'Insertion Orders';
const TRAIL = [{ label: 'Allocation & Pacing' }];

/** The school group of a media partner, or all of them. */
const OwnerSelect = ({ ownerKey, onOwner }: { ownerKey: number | null; onOwner: (owner: string) => void }) => {
  const owners = useSession((state) => state.owners) ?? [];
  if (owners.length < 2) return null;
  return (
    <NativeSelect
      size="xs"
      label="School group"
      value={String(ownerKey ?? '')}
      data={[
        { value: '', label: ALL_OWNERS },
        ...owners.map((owner) => ({ value: String(owner.ownerKey), label: owner.name })),
      ]}
      onChange={(event) => onOwner(event.currentTarget.value)}
    />
  );
};

const Board = ({ ownerKey, isAgency }: { ownerKey: number | null; isAgency: boolean }) => {
  const { search, set } = useAddress();
  const [dialog, setDialog] = useState<'send' | 'settings' | 'accept' | null>(null);
  const [now] = useState(() => new Date());
  const maySend = useMay('partners:Contact');
  const maySet = useMay('admin:Settings');
  const mayAnswer = useMay('allocations:Update') && !isAgency;
  const ofOwner = useQuery({ ...boardQuery(ownerKey ?? 0, search['month']), enabled: ownerKey !== null });
  const ofAll = useQuery({ ...partnerBoardQuery(search['month']), enabled: ownerKey === null });
  const board = ownerKey === null ? ofAll : ofOwner;
  const isTable = search['view'] === 'table';
  const nameOf = useOwnerNames();
  const ownerName = ownerKey === null ? nameOf : null;
  return (
    <>
      <PageHead
        title={TITLE}
        trail={TRAIL}
        description={board.data && `${ioMonth(board.data.month)}: ${acceptedText(board.data.orders)}`}
        action={
          mayAnswer && (board.data?.orders.filter(canAccept).length ?? 0) > 1 ? (
            <Button leftSection={<IconWriting size={16} aria-hidden="true" />} onClick={() => setDialog('accept')}>
              Accept orders
            </Button>
          ) : (
            isAgency && (
              <Group gap={8}>
                {maySet && (
                  <Button
                    variant="default"
                    leftSection={<IconSettings size={16} aria-hidden="true" />}
                    onClick={() => setDialog('settings')}
                  >
                    Settings
                  </Button>
                )}
                {maySend && (
                  <Button leftSection={<IconSend size={16} aria-hidden="true" />} onClick={() => setDialog('send')}>
                    Send orders
                  </Button>
                )}
              </Group>
            )
          )
        }
      />
      <Loaded query={board} what="board">
        {({ month, months, nextMonth, orders }) => (
          <>
            <Group gap="8px 12px" align="flex-end" mb={12}>
              {!isAgency && <OwnerSelect ownerKey={ownerKey} onOwner={(owner) => set({ owner: owner || undefined })} />}
              <NativeSelect
                size="xs"
                label="Month"
                value={month}
                data={months.map((one) => ({ value: one, label: ioMonth(one) }))}
                onChange={(event) => set({ month: event.currentTarget.value })}
              />
              <SegmentedControl
                size="xs"
                aria-label="Show as"
                data={[
                  { value: 'board', label: 'Board' },
                  { value: 'table', label: 'Table' },
                ]}
                value={isTable ? 'table' : 'board'}
                onChange={(view) => set({ view: view === 'table' ? 'table' : undefined })}
              />
            </Group>
            {orders.length === 0 ? (
              <EmptyState title={`No insertion orders for ${ioMonth(month)}`}>
                {isAgency && 'Orders are created from the month’s allocations.'}
              </EmptyState>
            ) : isTable ? (
              <OrderTable orders={orders} isAgency={isAgency} ownerName={ownerName} now={now} />
            ) : (
              <OrderBoard orders={orders} isAgency={isAgency} ownerName={ownerName} now={now} />
            )}
            {dialog === 'send' && ownerKey !== null && (
              <SendDialog ownerKey={ownerKey} month={nextMonth} onClose={() => setDialog(null)} />
            )}
          </>
        )}
      </Loaded>
      {dialog === 'accept' && board.data && (
        <AcceptDialog orders={board.data.orders} ownerName={ownerName} onClose={() => setDialog(null)} />
      )}
      {dialog === 'settings' && ownerKey !== null && (
        <SettingsDialog ownerKey={ownerKey} onClose={() => setDialog(null)} />
      )}
    </>
  );
};

/** The month's insertion orders, or one of them; shared by the agency and media partners. */
export const OrdersPage = (): ReactNode => {
  const { search } = useAddress();
  const { ioKey }: { ioKey?: string } = useParams({ strict: false });
  const active = useActiveOwnerKey();
  const owners = useSession((state) => state.owners) ?? [];
  const group = groupOfSession();
  if (group === null) return null;
  const isAgency = group === 'ag';
  const named = owners.find(({ ownerKey }) => ownerKey === Number(search['owner']))?.ownerKey;
  if (ioKey !== undefined) {
    // Every link to an order names its owner; an old address without one meant the first.
    const ofOrder = isAgency ? active : (named ?? owners[0]?.ownerKey);
    if (ofOrder == null) return <NoOwner level={1} />;
    return <OrderPage key={ioKey} ownerKey={ofOrder} ioKey={Number(ioKey)} isAgency={isAgency} />;
  }
  const ownerKey = isAgency ? active : (named ?? (owners.length === 1 ? owners[0]!.ownerKey : null));
  if (isAgency && ownerKey === null) return <NoOwner level={1} />;
  return <Board key={ownerKey} ownerKey={ownerKey} isAgency={isAgency} />;
};
