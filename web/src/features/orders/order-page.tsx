import { Button, Flex, Group } from '@mantine/core';
import {
  type IoAgencyOrder,
  ioAnswer,
  IO_MAIL_STATES,
  ioOpen,
  IO_STATES,
  ioTitle,
  isAnswered,
} from '@paceline/contract';
import { IconDownload, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callApi } from '../../lib/api/api.ts';
import { formatInstant } from '../../lib/text/format.ts';
import { hrefOf, pathTo } from '../../lib/address/paths.ts';
import { partnerOrderHref } from '../../shared/waiting-orders.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { Columns } from '../../ui/pieces/columns.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { PageHead } from '../../ui/pieces/page-head.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { Answered, AnswerPanel } from './answer-panel.tsx';
import { orderQuery, useOrderChange, useOrderFile } from './api.ts';
import { OrderPaper } from './order-paper.tsx';
import classes from './orders.module.css';
import { MAIL_TONES, STATE_TONES } from './prepare-orders.ts';
import { SendOneDialog } from './send-one-dialog.tsx';
import { SignaturesCard } from './signatures-card.tsx';

export const FileButtons = ({
  isPending,
  onFile,
}: {
  isPending: boolean;
  onFile: (format: 'pdf' | 'xlsx') => void;
}) => (
  <>
    {(['pdf', 'xlsx'] as const).map((format) => (
      <Button
        key={format}
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        disabled={isPending}
        onClick={() => onFile(format)}
      >
        {format.toUpperCase()}
      </Button>
    ))}
  </>
);

const Versions = ({ order, isAgency }: { order: IoAgencyOrder; isAgency: boolean }) => (
  <SectionCard title="Versions">
    <ul className={classes.notes}>
      {order.versions.toReversed().map(({ ioKey, version, state, sentAt }) => (
        <li key={ioKey}>
          {ioKey === order.ioKey ? (
            <strong>{`Version ${version}`}</strong>
          ) : (
            <a
              href={
                isAgency
                  ? hrefOf(pathTo('insertionOrders', { ioKey }))
                  : partnerOrderHref({ ioKey, ownerKey: order.ownerKey })
              }
            >
              {`Version ${version}`}
            </a>
          )}{' '}
          <StatusMark tone={STATE_TONES[state]}>{IO_STATES[state]}</StatusMark>
          {sentAt !== null && <span className={classes.dim}> sent {formatInstant(sentAt, order.timeZone)}</span>}
        </li>
      ))}
    </ul>
  </SectionCard>
);

const Mails = ({ order }: { order: IoAgencyOrder }) => (
  <SectionCard title="Mails">
    {order.mails.length + order.notices.length === 0 ? (
      <p className={classes.dim}>None sent yet.</p>
    ) : (
      <ul className={classes.notes}>
        {order.mails.map(({ emailNotificationKey, name, email, requestedAt, state, failure, openedAt, answeredAt }) => (
          <li key={`${emailNotificationKey} ${requestedAt}`}>
            <strong>{name}</strong> <span className={classes.dim}>{email}</span>
            <br />
            <StatusMark tone={MAIL_TONES[state]}>{IO_MAIL_STATES[state]}</StatusMark>
            {failure !== null && <span className={classes.dim}> {failure}</span>}
            <span className={classes.dim}> {formatInstant(requestedAt, order.timeZone)}</span>
            {openedAt !== null && (
              <span className={classes.dim}>, opened {formatInstant(openedAt, order.timeZone)}</span>
            )}
            {answeredAt !== null && (
              <span className={classes.dim}>, answered {formatInstant(answeredAt, order.timeZone)}</span>
            )}
          </li>
        ))}
        {order.notices.map(({ side, name, email, state, failure, queuedAt }) => (
          <li key={`answer ${email}`}>
            <strong>{name}</strong> <span className={classes.dim}>{email}</span>
            <br />
            <StatusMark tone={MAIL_TONES[state]}>{IO_MAIL_STATES[state]}</StatusMark>
            {failure !== null && <span className={classes.dim}> {failure}</span>}
            <span className={classes.dim}>
              {' '}
              {formatInstant(queuedAt, order.timeZone)}, {side === 'agency' ? 'the answer' : 'the signed copy'}
            </span>
          </li>
        ))}
      </ul>
    )}
  </SectionCard>
);

const Order = ({ order, isAgency }: { order: IoAgencyOrder; isAgency: boolean }) => {
  const { ownerKey, ioKey } = order;
  const [isSending, setSending] = useState(false);
  const maySend = useMay('partners:Contact');
  const mayAnswer = useMay('allocations:Update');
  const file = useOrderFile(ownerKey, ioKey);
  const answer = useOrderChange(ioAnswer, ({ state }) => toast.success(`${IO_STATES[state]}. The agency sees it now.`));
  const isNewest = order.versions.at(-1)?.ioKey === ioKey;
  const trail = isAgency
    ? [{ label: 'Insertion Orders', href: hrefOf(pathTo('insertionOrders')) }]
    : [{ label: 'Insertion Orders', href: `#${pathTo('mpInsertionOrders')}?owner=${ownerKey}` }];
  return (
    <>
      <PageHead
        title={ioTitle(order)}
        trail={trail}
        description={[
          isAgency ? `${order.partnerName}, ${order.clientName}` : order.clientName,
          ...(order.number === null ? ['It gets its number when it is sent.'] : []),
        ].join('. ')}
        action={
          <Group gap={8}>
            <FileButtons isPending={file.isPending} onFile={file.mutate} />
            {isAgency && maySend && isNewest && !isAnswered(order.state) && (
              <Button leftSection={<IconSend size={16} aria-hidden="true" />} onClick={() => setSending(true)}>
                {order.sentAt === null ? 'Send' : 'Send again'}
              </Button>
            )}
          </Group>
        }
      />
      <Columns of="minmax(0, 1fr) 340px" gap={16} align="start">
        <OrderPaper order={order} />
        <Flex component="aside" direction="column" gap={16} miw={0} aria-label="Answer and history">
          {!isAgency && mayAnswer && order.canAnswer ? (
            <AnswerPanel
              order={order}
              first={null}
              isPending={answer.isPending}
              onAnswer={(body) => answer.mutate({ params: { owner: ownerKey, ioKey }, body })}
            />
          ) : (
            <Answered order={order} />
          )}
          <SignaturesCard order={order} />
          {isAgency && <Mails order={order} />}
          <Versions order={order} isAgency={isAgency} />
        </Flex>
      </Columns>
      {isSending && <SendOneDialog order={order} onClose={() => setSending(false)} />}
    </>
  );
};

/** An order: the document at the left, answer and history at the right. A partner opening it is recorded. */
export const OrderPage = ({ ownerKey, ioKey, isAgency }: { ownerKey: number; ioKey: number; isAgency: boolean }) => {
  const query = useQuery(orderQuery(ownerKey, ioKey));
  const isUnopened = !isAgency && query.data?.state === 'SENT';
  useEffect(() => {
    if (isUnopened) void callApi(ioOpen, { params: { owner: ownerKey, ioKey } }).catch(() => undefined);
  }, [isUnopened, ownerKey, ioKey]);
  return (
    <Loaded query={query} what="insertion order">
      {(order) => <Order order={order} isAgency={isAgency} />}
    </Loaded>
  );
};
