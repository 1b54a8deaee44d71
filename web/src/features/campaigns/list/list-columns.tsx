import {
  CAMPAIGN_LIST_FIELDS,
  type CampaignChannel,
  type CampaignListRow,
  type OwnerOfUser,
  type UserGroup,
} from '@paceline/contract';
import { Link } from '@tanstack/react-router';
import { NONE } from '../../../lib/text/format.ts';
import type { ListCells } from '../../../shared/list/list-columns.tsx';
import { StatusBadge, statusLabel, statusWords } from '../../../ui/marks/campaign-status.tsx';
import { groupedPrefixes } from '../../../ui/lists/shared-beginnings.ts';
import { NameOverCode } from '../../../ui/lists/name-over-code.tsx';
import { Shortened } from '../../../ui/lists/shortened.tsx';
import { campaignPath } from '../../../shared/campaign-path.ts';
import { paceWords } from './prepare-pace.ts';
import classes from './list-view.module.css';

interface CellsInput {
  group: UserGroup;
  /** Null: campaigns of several channels. */
  channel: CampaignChannel | null;
  timeZone: string;
  isNarrow: boolean;
  owners: readonly OwnerOfUser[];
  /** The loaded rows, whose names lose the beginning that those of a client share. */
  rows: readonly CampaignListRow[];
  onStatus: (row: CampaignListRow) => void;
}

const SHARED = ['name', 'subStatus', 'campaignCode', 'vendor', 'ownerKey'];
const LEADS = ['today', 'todayCap', 'month', 'monthCap', 'clientDesktopBidPrice', 'aggDesktopBidPrice'];
const BELONGING = ['clientName', 'goalName', 'campusName', 'customChannelName', 'clientCampaignCode'];
const DATES = ['startDate', 'endDate', 'campaignReoccuring', 'nextChangeAt'];

const SPENDING = ['monthlyBudget', 'mtdSpent', 'pace', 'through'];
const PLACED = new Set([...SHARED, ...LEADS, ...SPENDING, ...BELONGING, ...DATES]);
const FURTHER = CAMPAIGN_LIST_FIELDS.filter((name) => !PLACED.has(name));

const isPpl = (channel: CampaignChannel | null): boolean => channel === null || channel === 'ppl';

/** Leads are bought from partners at a price; on platforms a budget is spent. */
export const columnsOf = (channel: CampaignChannel | null, isNarrow: boolean): readonly string[] => [
  // On a phone the code stands below the name.
  ...SHARED.filter((name) => !isNarrow || name !== 'campaignCode'),
  ...(isPpl(channel) ? LEADS : SPENDING),
  ...BELONGING,
  ...FURTHER,
  ...DATES,
];

export const campaignCells = (input: CellsInput): ListCells<CampaignListRow> => {
  const { group, channel, timeZone, isNarrow, owners, rows, onStatus } = input;
  const prefixes = groupedPrefixes(rows.map(({ name, clientName }) => ({ name, group: clientName })));
  const nameOf = ({ name }: CampaignListRow) => <Shortened text={name} prefix={prefixes.get(name) ?? ''} />;
  return {
    name: {
      width: 300,
      grow: { least: 240, most: 460 },
      render: ({ row, tabIndex }) => (
        <Link to={campaignPath(group, row.channel, row.campaignKey)} className={classes.name} tabIndex={tabIndex}>
          {isNarrow ? <NameOverCode code={row.campaignCode}>{nameOf(row)}</NameOverCode> : nameOf(row)}
        </Link>
      ),
    },
    subStatus: {
      width: 168,
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
    campaignCode: { width: 132 },
    vendor: { label: isPpl(channel) ? 'Media partner' : 'Trading platform', width: isPpl(channel) ? 170 : 116 },
    ownerKey: { width: 190, value: (row) => owners.find(({ ownerKey }) => ownerKey === row.ownerKey)?.name ?? NONE },
    today: { width: 76, value: ({ today }) => today.count },
    todayCap: { width: 88, value: ({ today }) => today.cap },
    month: { width: 96, value: ({ month }) => month.count },
    monthCap: { width: 104, value: ({ month }) => month.cap },
    monthlyBudget: { width: 112 },
    mtdSpent: { width: 104, value: ({ pace }) => pace?.mtdSpent ?? null },
    pace: { width: 130, value: ({ pace }) => paceWords(pace) },
    through: { width: 96, value: ({ pace }) => pace?.through ?? null },
    clientDesktopBidPrice: { width: 104 },
    aggDesktopBidPrice: { label: group === 'mp' ? 'Price' : 'Media price', width: 104 },
    clientName: { width: 180 },
    goalName: { width: 210 },
    campusName: { width: 170 },
    customChannelName: { width: 140 },
    clientCampaignCode: { width: 120 },
    startDate: { width: 108 },
    endDate: { width: 108 },
    campaignReoccuring: { width: 82 },
  };
};
