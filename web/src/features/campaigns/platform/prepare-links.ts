import { type CallInput, type channelCampaignSave, isCampaignCode, type UnlinkedCampaign } from '@paceline/contract';

/** Where the selected platform campaigns will be linked. */
export type LinkChoice =
  /** Each to the campaign its name suggests; those without a suggestion stay unlinked. */
  | { to: 'suggested' }
  | { to: 'one'; campaignKey: number }
  /** A new campaign for each. Without a line item, the suggested one is used. */
  | {
      to: 'new';
      clientGoalKey: number | null;
      channelCustomKey: number | null;
      monthlyBudget: number | null;
      codePrefix: string;
      activate: boolean;
    };

type ChannelForm = CallInput<typeof channelCampaignSave>['body']['campaigns'][number];

interface LinkPlan {
  forms: ChannelForm[];
  /** Names in the order of the forms, to attribute the server's errors. */
  names: string[];
  /** Number of platform campaigns that will be linked. */
  links: number;
  /** Platform campaigns that cannot be linked this way. */
  left: UnlinkedCampaign[];
}

const MAX_CODE = 30;

/** A code from the platform's id, which is already unique. */
export const codeOf = (prefix: string, externalId: string): string => {
  const id = externalId.replaceAll(/[^A-Za-z0-9_-]/g, '');
  const room = Math.max(0, MAX_CODE - id.length - 1);
  const head = prefix.replaceAll(/[^A-Za-z0-9_-]/g, '').slice(0, room);
  return (head === '' ? id : `${head}-${id}`).slice(-MAX_CODE);
};

const bySuggestion = (rows: readonly UnlinkedCampaign[]): LinkPlan => {
  const groups = new Map<number, { name: string; keys: number[] }>();
  const left: UnlinkedCampaign[] = [];
  for (const row of rows) {
    if (row.suggestedCampaign === null) {
      left.push(row);
      continue;
    }
    const { key, name } = row.suggestedCampaign;
    const group = groups.get(key) ?? { name, keys: [] };
    group.keys.push(row.platformCampaignKey);
    groups.set(key, group);
  }
  return {
    forms: [...groups].map(([campaignKey, { keys }]) => ({ campaignKey, platformCampaignKeys: keys })),
    names: [...groups.values()].map(({ name }) => name),
    links: rows.length - left.length,
    left,
  };
};

const asNew = (rows: readonly UnlinkedCampaign[], choice: Extract<LinkChoice, { to: 'new' }>): LinkPlan => {
  const { codePrefix, clientGoalKey, channelCustomKey, monthlyBudget, activate } = choice;
  const possible = rows.flatMap((row) => {
    const goalKey = clientGoalKey ?? row.suggestedGoal?.key;
    const campaignCode = codeOf(codePrefix, row.externalId);
    return goalKey === undefined || !isCampaignCode(campaignCode) ? [] : [{ row, goalKey, campaignCode }];
  });
  const possibleRows = new Set(possible.map(({ row }) => row));
  return {
    forms: possible.map(({ row, goalKey, campaignCode }) => ({
      name: row.name.slice(0, 150),
      campaignCode,
      clientGoalKey: goalKey,
      semClientAccountKey: row.semClientAccountKey,
      channelCustomKey,
      monthlyBudget,
      platformCampaignKeys: [row.platformCampaignKey],
      activate,
    })),
    names: possible.map(({ row }) => row.name),
    links: possible.length,
    left: rows.filter((row) => !possibleRows.has(row)),
  };
};

/** The save requests for the chosen links. */
export const planLinks = (rows: readonly UnlinkedCampaign[], choice: LinkChoice): LinkPlan => {
  if (choice.to === 'suggested') return bySuggestion(rows);
  if (choice.to === 'new') return asNew(rows, choice);
  const platformCampaignKeys = rows.map(({ platformCampaignKey }) => platformCampaignKey);
  return {
    forms: [{ campaignKey: choice.campaignKey, platformCampaignKeys }],
    names: [''],
    links: rows.length,
    left: [],
  };
};

/** Server errors, each with the campaign it is about. */
export const refusalsOf = (
  errors: readonly { field: string; message: string }[],
  names: readonly string[],
): { name: string; message: string }[] =>
  errors.map(({ field, message }) => {
    const index = /^campaigns\.(\d+)\./.exec(field)?.[1];
    return { name: index === undefined ? '' : (names[Number(index)] ?? ''), message };
  });
