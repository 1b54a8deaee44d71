import { TableHead } from '../../../ui/table-head.tsx';
import { TextInput } from '@mantine/core';
import type { PostingKeyPartner } from '@paceline/contract';
import { useState } from 'react';
import { formatCount, formatInstant, localZone } from '../../../lib/text/format.ts';
import { hrefOf, pathTo } from '../../../lib/address/paths.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import table from '../../../ui/lists/plain-table.module.css';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { StatusMark } from '../../../ui/marks/status-mark.tsx';
import { partnerState } from './prepare-keys.ts';

/** The media partners with the state of their keys, linked to their pages. */
export const PartnerList = ({ partners }: { partners: readonly PostingKeyPartner[] }) => {
  const [text, setText] = useState('');
  const zone = localZone();
  const query = text.trim().toLowerCase();
  const matches = partners.filter(({ name, code }) => `${name} ${code}`.toLowerCase().includes(query));
  const without = partners.filter(({ active, activeKeys }) => active && activeKeys === 0).length;
  return (
    <SectionCard
      title="Media partners"
      note={
        without === 0
          ? 'Every active partner has a key.'
          : `${formatCount(without)} active ${without === 1 ? 'partner has' : 'partners have'} no key: posts from them are refused.`
      }
    >
      <TextInput
        maw={320}
        mb={12}
        aria-label="Search partners"
        placeholder="Search by name or code"
        type="search"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {matches.length === 0 ? (
        <EmptyState title={partners.length === 0 ? 'No media partners yet' : 'No partner matches'} />
      ) : (
        <table className={table.table}>
          <TableHead of={['Partner', 'Keys', 'Last used']} />
          <tbody>
            {matches.map((partner) => {
              const { tone, text: state } = partnerState(partner, zone);
              return (
                <tr key={partner.partnerKey}>
                  <th scope="row">
                    <a href={hrefOf(pathTo('postingKeys', { partnerKey: partner.partnerKey }))}>{partner.name}</a>
                    <span className={table.detail}>
                      {partner.active ? partner.code : `${partner.code}, inactive partner`}
                    </span>
                  </th>
                  <td>
                    <StatusMark tone={partner.active ? tone : 'off'}>{state}</StatusMark>
                  </td>
                  <td data-label="Last used">
                    {partner.lastUsedAt === null ? 'Never' : formatInstant(partner.lastUsedAt, zone)}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </SectionCard>
  );
};
