import { Button, NativeSelect, TagsInput, TextInput } from '@mantine/core';
import { DEDUP_CONFIGS, type DraftClient } from '@paceline/contract';
import { IconPlus } from '@tabler/icons-react';
import { ErrorText } from '../../../ui/states/error-text.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { newId } from '../prepare-draft.ts';
import classes from '../wizard.module.css';
import { type StepProps, withoutRow, withRow } from './step-props.ts';

const ClientRow = ({ client, index, body, change, errorOf }: { client: DraftClient; index: number } & StepProps) => {
  const { brands, clients } = body;
  const at = `clients.${index}`;
  const set = (patch: Partial<DraftClient>) => change({ clients: withRow(clients, client.id, patch) });
  return (
    <li>
      <fieldset className={classes.group}>
        <legend>{client.clientName.trim() || `Client ${index + 1}`}</legend>
        <div className={classes.fields}>
          <TextInput
            label="Client name"
            required
            maxLength={100}
            autoComplete="off"
            value={client.clientName}
            error={errorOf(`${at}.clientName`, client.clientName)}
            onChange={({ currentTarget }) => set({ clientName: currentTarget.value })}
          />
          <TextInput
            label="Client code"
            required
            description="Unique for this owner"
            maxLength={30}
            autoComplete="off"
            spellCheck={false}
            value={client.clientCode}
            error={errorOf(`${at}.clientCode`, client.clientCode)}
            onChange={({ currentTarget }) => set({ clientCode: currentTarget.value })}
          />
          <NativeSelect
            label="Brand"
            required
            value={client.brandId}
            error={errorOf(`${at}.brandId`, client.brandId)}
            data={[
              { value: '', label: 'Choose' },
              ...brands.map(({ id, brandName }) => ({ value: id, label: brandName || 'Unnamed brand' })),
            ]}
            onChange={({ currentTarget }) => set({ brandId: currentTarget.value })}
          />
          <TagsInput
            label="Models"
            required
            description="Teaching models, such as online. Press Enter to add one."
            data={['Ground', 'Online', 'Hybrid']}
            maxTags={20}
            value={client.models}
            error={
              errorOf(`${at}.models`, client.models.join('')) ??
              client.models.map((model, place) => errorOf(`${at}.models.${place}`, model)).find(Boolean)
            }
            onChange={(models) => set({ models: models.map((model) => model.slice(0, 60)) })}
          />
        </div>
        <Button
          size="xs"
          variant="default"
          aria-label={`Remove client ${index + 1}`}
          onClick={() => change({ clients: withoutRow(clients, client.id) })}
        >
          Remove
        </Button>
      </fieldset>
    </li>
  );
};

export const StepClients = (props: StepProps) => {
  const { body, change, errorOf } = props;
  const missing = errorOf('clients');
  const only = body.brands.length === 1 ? body.brands[0]!.id : '';
  const fresh = (): DraftClient => ({ id: newId(), brandId: only, clientName: '', clientCode: '', models: ['Ground'] });
  return (
    <SectionCard title="Clients" note="The schools that buy leads. Each belongs to one brand.">
      <NativeSelect
        label="What is a duplicate"
        description="Each client’s criteria can change this later"
        flex="1 1 240px"
        maw={520}
        value={body.dedupConfigKey}
        error={errorOf('dedupConfigKey', body.dedupConfigKey)}
        data={DEDUP_CONFIGS.map(({ dedupConfigKey, label }) => ({ value: String(dedupConfigKey), label }))}
        onChange={({ currentTarget }) => change({ dedupConfigKey: Number(currentTarget.value) })}
      />
      <ul className={classes.rows} aria-label="Clients">
        {body.clients.map((client, index) => (
          <ClientRow key={client.id} client={client} index={index} {...props} />
        ))}
      </ul>
      {missing && (
        <ErrorText data-refused tabIndex={-1}>
          {missing}
        </ErrorText>
      )}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        onClick={() => change({ clients: [...body.clients, fresh()] })}
      >
        Add a client
      </Button>
    </SectionCard>
  );
};
