import { Text, Title } from '@mantine/core';
import { type IoCard, ioMonth } from '@paceline/contract';
import { useSession } from '../../lib/session/session-store.ts';
import { partnerOrderHref } from '../../shared/waiting-orders.ts';
import { PlainList } from '../../ui/lists/plain-list.tsx';
import classes from './bell-panel.module.css';

/** The insertion orders that wait for the media partner's answer: they cannot be marked as done, only answered. */
export const WaitingOrders = ({ orders, onOpen }: { orders: readonly IoCard[]; onOpen: () => void }) => {
  const owners = useSession((state) => state.owners) ?? [];
  if (orders.length === 0) return null;
  return (
    <section aria-label="Orders to answer">
      <Title order={3} pt={10} pb={4} px={14} c="dimmed" fw={600} fz="xs">
        Orders to answer {orders.length}
      </Title>
      <PlainList>
        {orders.map((order) => (
          <li key={order.ioKey} className={classes.row} data-unread>
            <a
              className={classes.link}
              href={partnerOrderHref(order)}
              data-alert={`order-${order.ioKey}`}
              onClick={onOpen}
            >
              <span className={classes.title}>
                {`Insertion order of ${order.clientName} for ${ioMonth(order.month)} waits for your answer`}
              </span>
              <Text span size="xs" c="dimmed">
                {owners.find(({ ownerKey }) => ownerKey === order.ownerKey)?.name}
              </Text>
            </a>
          </li>
        ))}
      </PlainList>
    </section>
  );
};
