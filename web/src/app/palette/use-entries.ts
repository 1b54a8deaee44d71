import { type CallResponse, paletteSearch, reportsFor, variantOf } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useActionRights } from '../../features/campaigns/status/campaign-actions.tsx';
import { actionsFor } from '../../features/campaigns/status/prepare-actions.ts';
import { reportPath } from '../../features/dashboards/catalogue/prepare-report.ts';
import { usePicker } from '../../features/owners/picker-store.ts';
import { useOwners } from '../../features/owners/use-owners.ts';
import { endSession } from '../../features/session/end-session.ts';
import { callQuery } from '../../lib/api/op-query.ts';
import { PATHS, pathTo } from '../../lib/address/paths.ts';
import { readRecent } from '../../lib/storage/recent-records.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { groupOfSession, useSession } from '../../lib/session/session-store.ts';
import { campaignPagePath } from '../../shared/campaign-path.ts';
import { useSwitch } from '../shell/owner-switcher.tsx';
import { useMenu } from '../rail/use-menu.ts';
import { noteAddress } from './note-records.ts';
import { type Entry, type EntryGroup, pagesOf, prepareGroups, readVerb, type Verb } from './prepare-palette.ts';
import { useCampaignVerb } from './verb-store.ts';

/** The buttons and links in the page's head; running one clicks it. */
const pageActions = (): Entry[] =>
  [...document.querySelectorAll<HTMLElement>('[data-page-actions] :is(button, a[href]):not(:disabled)')].flatMap(
    (element, place): Entry[] => {
      const label = (element.getAttribute('aria-label') ?? element.textContent).trim();
      return label === '' ? [] : [{ id: `action ${place}`, label, note: 'This page', run: () => element.click() }];
    },
  );

/** Minimum letters for a server search: a single letter would match nearly everything. */
const MIN_LETTERS = 2;

const useFound = (term: string, activeKey: number | undefined) =>
  useQuery({
    ...callQuery(paletteSearch, { query: { term, ...(activeKey !== undefined && { first: activeKey }) } }),
    enabled: term.length >= MIN_LETTERS,
  });

type FoundCampaign = CallResponse<typeof paletteSearch>['campaigns'][number];

/** The verbs that a campaign's status and the user's rights allow. */
const useVerbs = () => {
  const may = useActionRights();
  const mayAllocate = may('allocations:Update');
  return ({ subStatus, channel }: FoundCampaign): Verb[] => {
    const actions = subStatus === null ? [] : actionsFor({ subStatus, statusReasons: [] }, may);
    return [
      ...(actions.includes('pause') && subStatus !== 'PAUSED' ? (['pause'] as const) : []),
      ...(actions.includes('resume') ? (['resume'] as const) : []),
      ...(mayAllocate && channel === 'ppl' ? (['change allocation of'] as const) : []),
    ];
  };
};

interface Entries {
  groups: EntryGroup[];
  isSearching: boolean;
  failed: boolean;
}

/** All entries of the palette. Pages and actions are read when it opens; server results follow the text. */
export const useEntries = (text: string): Entries => {
  const navigate = useNavigate();
  const group = groupOfSession() ?? 'cl';
  const menu = useMenu();
  const owners = useOwners();
  const active = useSession((state) => state.activeOwner);
  const change = useSwitch();
  const openPicker = usePicker((state) => state.open);
  const [recents] = useState(() => {
    noteAddress(window.location.hash.slice(1));
    return readRecent();
  });
  const [ofPage] = useState(pageActions);
  const { verb, term } = readVerb(text);
  const verbsOf = useVerbs();
  const begin = useCampaignVerb((state) => state.begin);
  const mayReadReports = useMay('reports:View');
  const { data, isFetching, isError } = useFound(term, active?.ownerKey);

  const go =
    (path: string, ownerKey?: number, search: object = {}) =>
    () =>
      void navigate({
        to: path,
        search: { ...search, ...(ownerKey !== undefined && group !== 'mp' && { owner: ownerKey }) } as never,
      });
  const whose = (ownerKey: number | null, ownerName: string | null): string | undefined =>
    ownerName !== null && ownerKey !== active?.ownerKey ? ownerName : undefined;
  const noted = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(' · ');

  const campaigns = data?.campaigns.map(({ campaignKey, name, code, ownerKey, ownerName }): Entry => {
    const path = campaignPagePath(group, campaignKey);
    return { id: path, label: name, note: noted(code, whose(ownerKey, ownerName)), run: go(path, ownerKey) };
  });
  const verbs = (data?.campaigns ?? []).flatMap((campaign) =>
    verbsOf(campaign)
      .filter((one) => verb === null || one === verb)
      .map((one): Entry => ({
        id: `${one} ${campaign.campaignKey}`,
        label: `${one.charAt(0).toUpperCase()}${one.slice(1)} ${campaign.code}`,
        note: noted(campaign.name, whose(campaign.ownerKey, campaign.ownerName)),
        run:
          one === 'change allocation of'
            ? go(PATHS.allocationsCurrentMonth, campaign.ownerKey, { lineItem: String(campaign.goalKey) })
            : () => begin(one, campaign),
      })),
  );
  const lineItems = data?.lineItems.map(({ goalKey, name, ownerKey, ownerName }): Entry => {
    const path = pathTo('goalEditor', { goalKey });
    return { id: path, label: name, note: whose(ownerKey, ownerName), run: go(path, ownerKey) };
  });
  const orders = data?.orders.map(({ ioKey, name, partnerName, clientName, ownerKey, ownerName }): Entry => {
    const isPartner = group === 'mp';
    const path = pathTo(isPartner ? 'mpInsertionOrders' : 'insertionOrders', { ioKey });
    const note = noted(isPartner ? undefined : partnerName, clientName, whose(ownerKey, ownerName));
    return { id: path, label: name, note, run: go(path, ownerKey, isPartner ? { owner: ownerKey } : {}) };
  });
  const hasChoice = group !== 'mp' && owners.length > 1;
  const sources = {
    recent: recents.map(({ path, name, ownerKey, ownerName }): Entry => ({
      id: path.split('?')[0] ?? path,
      label: name,
      note: whose(ownerKey, ownerName),
      run: () => window.location.assign(`#${path}`),
    })),
    actions: [
      ...ofPage,
      ...(hasChoice
        ? [{ id: 'picker', label: `Change the ${group === 'cl' ? 'client' : 'owner'}`, run: openPicker }]
        : []),
      { id: 'account', label: 'My sessions', run: go(PATHS.account) },
      { id: 'password', label: 'Change password', run: go(PATHS.changePassword) },
      { id: 'sign out', label: 'Sign out', run: () => void endSession() },
    ],
    pages: pagesOf(menu).map(({ label, section, path, words }): Entry => ({
      id: path,
      label,
      note: section,
      words,
      run: go(path),
    })),
    reports:
      mayReadReports && (group === 'mp' || active !== null)
        ? reportsFor(group, variantOf(active)).map(({ name, report }): Entry => {
            const path = reportPath(group, name);
            return { id: path, label: report.title, note: report.question, words: 'report', run: go(path) };
          })
        : [],
    verbs,
    owners: hasChoice
      ? owners.map((owner): Entry => ({
          id: `owner ${owner.ownerKey}`,
          label: owner.name,
          note: owner.ownerKey === active?.ownerKey ? 'Open now' : 'Switch to',
          run: () => change(owner),
        }))
      : [],
    campaigns: campaigns ?? [],
    lineItems: lineItems ?? [],
    orders: orders ?? [],
  };
  return {
    groups: prepareGroups(sources, text),
    isSearching: term.length >= MIN_LETTERS && isFetching,
    failed: isError,
  };
};
