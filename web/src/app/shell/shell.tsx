import { Outlet, useMatches } from '@tanstack/react-router';
import { hrefOf } from '../../lib/address/paths.ts';
import { useActiveOwnerKey, useSession } from '../../lib/session/session-store.ts';
import { NoOwner } from '../../shared/no-owner.tsx';
import { HeadedPage } from '../../ui/pieces/page-head.tsx';
import type { RouteHead } from '../route-head.ts';
import { ShellFrame } from './shell-frame.tsx';
import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { homePath } from '../../lib/session/home.ts';
import { StatePanel } from '../../ui/states/state-panel.tsx';

const NotFoundPage = () => (
  <>
    <title>Page not found · Paceline</title>
    <StatePanel
      level={1}
      icon={<IconMapOff size={22} aria-hidden="true" />}
      title="Page not found"
      action={
        <Button component="a" href={hrefOf(homePath())} variant="default">
          Go to your start page
        </Button>
      }
    >
      There is no page at this address. The link may be out of date or incomplete.
    </StatePanel>
  </>
);

const headOf = ({ trail, ...head }: RouteHead) => ({
  ...head,
  trail: trail.map((step) => (typeof step === 'string' ? { label: step } : { label: step[0], href: hrefOf(step[1]) })),
});

/** The frame, the head declared by the route, and the page. */
export const Shell = () => {
  const isIn = useSession((state) => state.accessToken) !== null;
  const head = useMatches({
    select: (matches) => {
      const page = matches.at(-1);
      return page?.status === 'success' && page.staticData.head ? headOf(page.staticData.head) : undefined;
    },
    structuralSharing: true,
  });
  return (
    <ShellFrame>
      <HeadedPage head={head}>{isIn && <Outlet />}</HeadedPage>
    </ShellFrame>
  );
};

/** One owner's pages: remounted when the owner changes; without an owner they ask for one. */
export const OwnerPages = () => {
  const ownerKey = useActiveOwnerKey();
  const { hasHead, isOpen } = useMatches({
    select: (matches) => {
      const { staticData, params } = matches.at(-1)!;
      const { ownerless = false, head } = staticData;
      return {
        hasHead: head !== undefined,
        isOpen:
          typeof ownerless === 'string' ? (params as Record<string, unknown>)[ownerless] !== undefined : ownerless,
      };
    },
    structuralSharing: true,
  });
  if (ownerKey === null && !isOpen) return <NoOwner level={hasHead ? 2 : 1} />;
  return <Outlet key={ownerKey} />;
};

/** Only signed-in users see it (the guard redirects others to sign-in), so it has the frame. */
export const NotFoundInShell = () => (
  <ShellFrame>
    <NotFoundPage />
  </ShellFrame>
);
