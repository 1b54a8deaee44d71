import { type CampaignChannel, type CampaignListRow, type OwnerOfUser, type UserGroup } from '@paceline/contract';
import { Link } from '@tanstack/react-router';
import { formatInstant, NONE } from '../../../lib/format.ts';
import { StatusBadge, statusLabel, statusWords } from '../../../ui/campaign-status.tsx';
import { layoutOf } from '../../../ui/grid/layout.ts';
import type { GridColumn, GridLayout } from '../../../ui/grid/types.ts';
import { campaignPath } from '../campaign-path.ts';
import classes from './list-view.module.css';

interface ListColumnsInput {
  group: UserGroup;
  /** Null: campaigns of several channels. */
  channel: CampaignChannel | null;
  timeZone: string;
  owners: readonly OwnerOfUser[];
  /** Whether the list is there whole: what is sorted or filtered in part says something wrong. */
  isWhole: boolean;
  onStatus: (row: CampaignListRow) => void;
}

type Column = GridColumn<CampaignListRow>;

const identity = ({ group, timeZone, onStatus }: ListColumnsInput): Column[] => [
  {
    key: 'name',
    label: 'Campaign',
    kind: 'text',
    frozen: true,
    excludeFromMenu: true,
    width: 300,
    render: ({ row, tabIndex }) => (
      <Link
        to={campaignPath(group, row.channel, row.campaignKey)}
        className={classes.name}
        tabIndex={tabIndex}
        title={row.name}
      >
        {row.name}
      </Link>
    ),
  },
  {
    key: 'subStatus',
    label: 'Status',
    kind: 'text',
    width: 168,
    filter: 'values',
    description: 'Why, what changes it next, and what can be done: press it.',
    value: ({ subStatus }) => statusLabel(subStatus),
    render: ({ row, text, tabIndex }) => (
      <button
        type="button"
        className={classes.status}
        aria-haspopup="dialog"
        aria-label={`Status of ${row.name}: ${text}`}
        title={statusWords(row, timeZone)}
        tabIndex={tabIndex}
        onClick={() => onStatus(row)}
      >
        <StatusBadge code={row.subStatus} />
      </button>
    ),
  },
  { key: 'campaignCode', label: 'Code', kind: 'text', width: 132 },
];

const isPpl = (channel: CampaignChannel | null): boolean => channel === null || channel === 'ppl';

const seller = ({ group, channel, owners }: ListColumnsInput): Column => {
  if (group !== 'mp') {
    return { key: 'vendor', label: isPpl(channel) ? 'Media partner' : 'Trading platform', kind: 'text', width: 170 };
  }
  return {
    key: 'ownerKey',
    label: 'School group',
    kind: 'text',
    width: 190,
    value: (row) => owners.find(({ ownerKey }) => ownerKey === row.ownerKey)?.name ?? NONE,
  };
};

const belonging = (): Column[] => [
  { key: 'clientName', label: 'Client', kind: 'text', width: 180 },
  { key: 'goalName', label: 'Line item', kind: 'text', width: 210 },
  { key: 'campusName', label: 'Campus', kind: 'text', width: 170 },
  { key: 'customChannelName', label: 'Custom channel', kind: 'text', width: 140 },
  { key: 'clientCampaignCode', label: 'Client code', kind: 'text', width: 120 },
];

const delivery = ({ channel }: ListColumnsInput): Column[] =>
  isPpl(channel)
    ? [
        { key: 'today', label: 'Today', kind: 'count', width: 76, value: ({ today }) => today.count },
        { key: 'todayCap', label: 'Daily cap', kind: 'count', width: 88, value: ({ today }) => today.cap },
        { key: 'month', label: 'This month', kind: 'count', width: 96, value: ({ month }) => month.count },
        { key: 'monthCap', label: 'Monthly cap', kind: 'count', width: 104, value: ({ month }) => month.cap },
      ]
    : [{ key: 'monthlyBudget', label: 'Monthly budget', kind: 'dollar', width: 124 }];

const prices = ({ group, channel }: ListColumnsInput): Column[] =>
  isPpl(channel)
    ? [
        ...(group === 'mp'
          ? []
          : [{ key: 'clientDesktopBidPrice', label: 'Client price', kind: 'dollar', width: 104 } satisfies Column]),
        ...(group === 'cl'
          ? []
          : [
              {
                key: 'aggDesktopBidPrice',
                label: group === 'mp' ? 'Price' : 'Media price',
                kind: 'dollar',
                width: 104,
              } satisfies Column,
            ]),
      ]
    : [];

const dates = ({ timeZone }: ListColumnsInput): Column[] => [
  { key: 'startDate', label: 'Start', kind: 'date', width: 108 },
  { key: 'endDate', label: 'End', kind: 'date', width: 108 },
  { key: 'campaignReoccuring', label: 'Rollover', kind: 'flag', width: 82 },
  {
    key: 'nextChangeAt',
    label: 'Next change',
    kind: 'text',
    width: 166,
    filter: false,
    description: 'When the clock alone will change the status.',
    format: (value) => (typeof value === 'string' ? formatInstant(value, timeZone) : NONE),
  },
];

const HIDDEN = ['clientCampaignCode', 'campusName', 'campaignReoccuring'];

/** The table of a group's list: its columns, and what of them is shown before anybody chooses. */
export const listTable = (input: ListColumnsInput): { columns: readonly Column[]; standard: GridLayout } => {
  const columns = [identity, seller, delivery, prices, belonging, dates].flatMap((part) => part(input));
  const offered = input.isWhole
    ? columns
    : columns.map((column): Column => ({ ...column, sortable: false, filter: false }));
  return { columns: offered, standard: layoutOf(offered, { hidden: HIDDEN, density: 'standard' }) };
};
