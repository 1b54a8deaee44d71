import { Kbd, Modal, Table, Title } from '@mantine/core';
import { useState } from 'react';
import { type KeyGroup, prepareKeys } from './prepare-keys.ts';

/** What the page offers by keys, read from the document as the dialog opens. */
const readPage = (): KeyGroup[] => {
  const hasTable = document.querySelector('main [role="grid"]') !== null;
  const shortcuts = [...document.querySelectorAll<HTMLElement>('main [aria-keyshortcuts]')].map((element) => ({
    keys: element.getAttribute('aria-keyshortcuts') ?? '',
    label: (element.getAttribute('aria-label') ?? element.textContent).trim(),
  }));
  // A table that is edited is saved by Ctrl+S.
  const isEdited = shortcuts.some(({ keys }) => keys === 'Control+S');
  return prepareKeys({ shortcuts, table: hasTable ? (isEdited ? 'edited' : 'read') : 'none' });
};

/** The keys of the page. */
export const KeysHelp = ({ onClose }: { onClose: () => void }) => {
  const [groups] = useState(readPage);
  return (
    <Modal opened onClose={onClose} title={<strong>Keys</strong>} size={560} centered>
      {groups.map(({ title, lines }) => (
        <section key={title} aria-label={title}>
          <Title order={3} fz="0.875rem" mt={12} mb={4}>
            {title}
          </Title>
          <Table>
            <Table.Tbody>
              {lines.map(({ keys, does }) => (
                <Table.Tr key={keys}>
                  <Table.Th scope="row" w={230} fw={400}>
                    <Kbd size="xs">{keys}</Kbd>
                  </Table.Th>
                  <Table.Td>{does}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      ))}
    </Modal>
  );
};
