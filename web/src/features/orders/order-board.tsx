import { Text } from '@mantine/core';
import { type IoCard, ioCount, ioDollars, ioInquiries, IO_STATES, NO_IO_NUMBER } from '@paceline/contract';
import { hrefOf, pathTo } from '../../lib/address/paths.ts';
import { partnerOrderHref } from '../../shared/waiting-orders.ts';
import { PlainList } from '../../ui/lists/plain-list.tsx';
import { Columns } from '../../ui/pieces/columns.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import table from '../../ui/lists/plain-table.module.css';
import classes from './orders.module.css';
import { ageText, boardColumns, cardKey, changesText, mailsText, STATE_TONES } from './prepare-orders.ts';

interface BoardProps {
  orders: readonly IoCard[];
  isAgency: boolean;
  /** Names the school group of each order, on a board of several. */
  ownerName: ((ownerKey: number) => string) | null;
  now: Date;
}

/** Link of a card. */
const hrefOfCard = ({ ioKey, ownerKey }: IoCard, isAgency: boolean): string | null => {
  if (ioKey === null) return null;
  return isAgency ? hrefOf(pathTo('insertionOrders', { ioKey })) : partnerOrderHref({ ioKey, ownerKey });
};

const Name = ({ card, isAgency }: { card: IoCard; isAgency: boolean }) => {
  const href = hrefOfCard(card, isAgency);
  const name = isAgency ? card.partnerName : card.clientName;
  return href === null ? name : <a href={href}>{name}</a>;
};

const Card = ({ card, isAgency, ownerName, now }: Omit<BoardProps, 'orders'> & { card: IoCard }) => {
  const mails = mailsText(card);
  return (
    <li className={classes.card}>
      <Text span inherit fw={600}>
        <Name card={card} isAgency={isAgency} />
      </Text>
      {isAgency && <span>{card.clientName}</span>}
      {ownerName && <span className={classes.dim}>{ownerName(card.ownerKey)}</span>}
      <Text span inherit>
        {ioInquiries(card.units)}, {ioDollars(card.amount)}
      </Text>
      <span className={classes.dim}>
        {card.number ?? NO_IO_NUMBER}
        <br />
        {ageText(card, now)}
        {card.changes > 0 && `, ${changesText(card.changes)}`}
      </span>
      {card.answerNote !== null && <q className={classes.note}>{card.answerNote}</q>}
      {mails !== null && <StatusMark tone={card.mails?.failing ? 'bad' : 'off'}>{mails}</StatusMark>}
    </li>
  );
};

/** The month's orders by state: which are accepted, and which need attention. */
export const OrderBoard = ({ orders, isAgency, ...rest }: BoardProps) => (
  <Columns min={150} gap={12} align="start">
    {boardColumns(orders, isAgency).map(({ state, title, cards, amount }) => (
      <section key={state} className={classes.column} aria-label={title} data-empty={cards.length === 0 || undefined}>
        <h2 className={classes.columnTitle}>
          <StatusMark tone={STATE_TONES[state]}>{title}</StatusMark>
          <span className={classes.dim}>
            {ioCount(cards.length)}
            {cards.length > 0 && `, ${ioDollars(amount)}`}
          </span>
        </h2>
        <PlainList gap={8}>
          {cards.map((card) => (
            <Card key={cardKey(card)} card={card} isAgency={isAgency} {...rest} />
          ))}
        </PlainList>
      </section>
    ))}
  </Columns>
);

/** The same as a table, for finding a name. */
export const OrderTable = ({ orders, isAgency, ownerName, now }: BoardProps) => (
  <table className={table.table}>
    <caption className={classes.hidden}>Insertion orders of the month</caption>
    <thead>
      <tr>
        <th scope="col">{isAgency ? 'Media partner' : 'Client'}</th>
        {isAgency && <th scope="col">Client</th>}
        {ownerName && <th scope="col">School group</th>}
        <th scope="col">State</th>
        <th scope="col">Inquiries</th>
        <th scope="col">Amount</th>
        <th scope="col">Number</th>
        <th scope="col">Last</th>
      </tr>
    </thead>
    <tbody>
      {orders.map((card) => (
        <tr key={cardKey(card)}>
          <th scope="row">
            <Name card={card} isAgency={isAgency} />
          </th>
          {isAgency && <td data-label="Client">{card.clientName}</td>}
          {ownerName && <td data-label="School group">{ownerName(card.ownerKey)}</td>}
          <td data-label="State">
            <StatusMark tone={STATE_TONES[card.state]}>{IO_STATES[card.state]}</StatusMark>
          </td>
          <td data-label="Inquiries">{ioCount(card.units)}</td>
          <td data-label="Amount">{ioDollars(card.amount)}</td>
          <td data-label="Number">{card.number ?? NO_IO_NUMBER}</td>
          <td data-label="Last">{ageText(card, now)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
