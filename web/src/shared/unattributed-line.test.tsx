import type { Unattributed } from '@paceline/contract';
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { showPage } from '../testing/page.tsx';
import { signedIn, signedOut } from '../testing/session.ts';
import { UnattributedLine } from './unattributed-line.tsx';

afterEach(signedOut);
const SOME: Unattributed = { spend: 3_882.87, campaigns: 4, channels: ['ppc', 'programmaticDisplay'] };
const wordsOf = async (unattributed: Unattributed | undefined): Promise<string> => {
  const { container } = await showPage(() => (
    <section aria-label="Line">
      <UnattributedLine unattributed={unattributed} />
    </section>
  ));
  await screen.findByRole('region', { name: 'Line' });
  return container.textContent;
};

it('shows the unattributed amount, with a link to linking', async () => {
  signedIn({ permissions: { campaigns: ['Update'] } });
  expect(await wordsOf(SOME)).toContain(
    'Unattributed, not in the total: $3,882.87 of 4 platform campaigns not linked.',
  );
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Link PPC', expect.stringMatching(/ppc\?view=unlinked$/)],
    ['Link Programmatic display', expect.stringMatching(/\?view=unlinked$/)],
  ]);
});

it('has no link without the right', async () => {
  signedIn({ permissions: { campaigns: ['View'] } });
  expect(await wordsOf({ ...SOME, campaigns: 1 })).toContain('of 1 platform campaign not linked');
  expect(screen.queryByRole('link')).toBeNull();
});

it('is not shown for zero', async () => {
  signedIn({ permissions: { campaigns: ['Update'] } });
  expect(await wordsOf(undefined)).not.toContain('Unattributed');
});
