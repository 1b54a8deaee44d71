import { Box, Button, Group, NativeSelect, Textarea } from '@mantine/core';
import { partnerValueMapSave, type ValueMap } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { formatCount } from '../../lib/text/format.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { ButtonRow } from '../../ui/pieces/button-row.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { clientMapQuery, usePartnerChange, valueMapQuery } from './api.ts';
import classes from './partners.module.css';
import { readPasted, writePasted } from './prepare-value-map.ts';

interface ValueMapProps {
  ownerKey: number;
  partnerKey: number;
}

/** `values.3.ourValue` is the fourth value sent. */
const lineOf = (field: string): string => `Value ${Number(field.split('.')[1] ?? 0) + 1}`;

const Values = ({ ownerKey, partnerKey, clientKey, map }: ValueMapProps & { clientKey: number; map: ValueMap }) => {
  const mayChange = useMay('partners:Update');
  const [text, setText] = useState(() => writePasted(map.values));
  const [refusals, setRefusals] = useState<string[]>([]);
  const { values, problems } = readPasted(text);
  const save = usePartnerChange(
    partnerValueMapSave,
    { key: partnerKey },
    {
      onDone: (saved) => {
        setText(writePasted(saved.values));
        setRefusals([]);
        toast.success('The value map is saved.');
      },
      onError: (error) =>
        setRefusals(
          error instanceof ApiError && (error.errors?.length ?? 0) > 0
            ? (error.errors ?? []).map(({ field, message }) =>
                field.startsWith('values.') ? `${lineOf(field)}: ${message}` : message,
              )
            : [error.message],
        ),
    },
  );
  const messages = [...problems.map(({ line, message }) => `Line ${line}: ${message}`), ...refusals];
  return (
    <>
      <Textarea
        label="Values"
        description="Paste three columns of a sheet: field, their value, our value. Values no longer listed are removed."
        placeholder={'programCode\tNUR-01\tBSN'}
        autosize
        minRows={4}
        maxRows={16}
        readOnly={!mayChange}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setRefusals([]);
        }}
      />
      {messages.length > 0 && (
        <Box component="ul" c="var(--mantine-color-error)" fz="sm" m="8px 0 0" ps={18} role="alert">
          {messages.slice(0, 10).map((line) => (
            <li key={line}>{line}</li>
          ))}
          {messages.length > 10 && <li>{`and ${messages.length - 10} more`}</li>}
        </Box>
      )}
      {mayChange && (
        <ButtonRow mt={14}>
          <span
            className={classes.dim}
          >{`${formatCount(values.length)} ${values.length === 1 ? 'value' : 'values'}`}</span>
          <Button
            loading={save.isPending}
            disabled={problems.length > 0 || text === writePasted(map.values)}
            onClick={() => save.mutate({ ownerKey, clientKey, version: map.version, values })}
          >
            Save values
          </Button>
        </ButtonRow>
      )}
    </>
  );
};

/** Maps a partner's values in posts to ours, per client. */
export const ValueMapCard = ({ ownerKey, partnerKey }: ValueMapProps) => {
  const [chosen, setChosen] = useState<number | null>(null);
  const clients = useQuery(clientMapQuery(ownerKey, partnerKey));
  return (
    <SectionCard title="Value maps" note="Translates the partner’s values for each client.">
      <Loaded query={clients} what="list of clients" lines={2}>
        {(rows) => {
          const mapped = rows.filter(({ status }) => status !== null);
          const clientKey = chosen ?? mapped[0]?.clientKey;
          if (clientKey === undefined) return <p className={classes.dim}>The partner works for no client here yet.</p>;
          return (
            <>
              <Group gap={10} align="flex-end" mb={12}>
                <NativeSelect
                  label="Client"
                  data={mapped.map((client) => ({ value: String(client.clientKey), label: client.clientName }))}
                  value={String(clientKey)}
                  onChange={(event) => setChosen(Number(event.currentTarget.value))}
                />
              </Group>
              <ClientValues key={clientKey} ownerKey={ownerKey} partnerKey={partnerKey} clientKey={clientKey} />
            </>
          );
        }}
      </Loaded>
    </SectionCard>
  );
};

const ClientValues = (props: ValueMapProps & { clientKey: number }) => {
  const query = useQuery(valueMapQuery(props.ownerKey, props.partnerKey, props.clientKey));
  return (
    <Loaded query={query} what="value map" lines={4}>
      {(map) => <Values key={map.version} {...props} map={map} />}
    </Loaded>
  );
};
