import { Button, NativeSelect, Radio, TextInput } from '@mantine/core';
import { type CampaignSource, SOURCE_MODES, sourceModeSchema } from '@paceline/contract';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { SectionCard } from '../../../ui/section-card.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import classes from './choice-table.module.css';
import { keepEnter } from './keep-enter.ts';
import { findSources, isTaken, sourceStatus, withSources } from './prepare-choices.ts';
import { tidyPrice } from './prepare-prices.ts';
import type { CampaignFormApi } from './use-campaign-form.ts';

const MOST_SHOWN = 150;
const LABELS = { price: 'media price', cap: 'monthly cap', note: 'reason' } as const;

interface RowProps {
  form: CampaignFormApi;
  source: CampaignSource;
}

const OwnBox = ({ form, source, field }: RowProps & { field: keyof typeof LABELS }) => {
  const { sources } = form.values;
  const own = sources[source.publisherSourceKey];
  if (own === undefined) return <span className={classes.none}>–</span>;
  const path = `sources.${source.publisherSourceKey}.${field}`;
  const set = (text: string) =>
    form.change({ sources: { ...sources, [source.publisherSourceKey]: { ...own, [field]: text } } });
  return (
    <TextInput
      size="xs"
      aria-label={`${source.sourceTag}: ${LABELS[field]}`}
      classNames={field === 'note' ? {} : { input: classes.number }}
      leftSection={field === 'price' ? '$' : undefined}
      placeholder={{ price: 'Campaign’s', cap: 'None', note: 'Why: the partner is told this' }[field]}
      inputMode={field === 'note' ? 'text' : 'decimal'}
      maxLength={field === 'note' ? 500 : 12}
      autoComplete="off"
      value={own[field]}
      error={form.errorOf(path)}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={() => {
        if (field === 'price' && tidyPrice(own.price) !== own.price) set(tidyPrice(own.price));
        form.touch(path);
      }}
    />
  );
};

const SourceRow = ({ form, source }: RowProps) => {
  const { sources, sourceMode } = form.values;
  const action = sources[source.publisherSourceKey]?.action ?? null;
  const taken = isTaken(sourceMode, source.status, action);
  return (
    <tr data-chosen={action !== null || undefined}>
      <td className={classes.lead}>
        <span className={classes.name}>{source.sourceTag}</span>
        <span className={classes.about}>
          {[source.displayName === source.sourceTag ? '' : source.displayName, source.publisherName]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </td>
      <td data-label="Feeds it now">
        <StatusMark tone={taken ? 'good' : 'off'}>
          {source.status === 'APPROVED' ? (taken ? 'Yes' : 'No') : sourceStatus(source.status)}
        </StatusMark>
      </td>
      <td data-label="Here">
        <NativeSelect
          size="xs"
          aria-label={`${source.sourceTag}: here`}
          data={[
            { value: '', label: 'Not listed' },
            { value: 'ALLOW', label: 'Allow' },
            { value: 'BLOCK', label: 'Block' },
          ]}
          value={action ?? ''}
          onChange={(event) => {
            const next = event.currentTarget.value;
            const chosen = next === 'ALLOW' || next === 'BLOCK' ? next : null;
            form.change({ sources: withSources(sources, [source.publisherSourceKey], chosen) });
          }}
        />
      </td>
      {action === 'BLOCK' ? (
        <td data-label="Why" colSpan={2}>
          <OwnBox form={form} source={source} field="note" />
        </td>
      ) : (
        <>
          <td data-label="Media price">
            <OwnBox form={form} source={source} field="price" />
          </td>
          <td data-label="Monthly cap">
            <OwnBox form={form} source={source} field="cap" />
          </td>
        </>
      )}
    </tr>
  );
};

const Modes = ({ form }: { form: CampaignFormApi }) => (
  <Radio.Group
    label="Which sources may feed it"
    value={form.values.sourceMode}
    onChange={(value) => form.change({ sourceMode: sourceModeSchema.parse(value) })}
  >
    <div className={classes.modes}>
      {sourceModeSchema.options.map((mode) => (
        <Radio key={mode} value={mode} label={SOURCE_MODES[mode]} />
      ))}
    </div>
  </Radio.Group>
);

/** Which of the partner’s sources may feed the campaign, at what price and how much. */
export const StepSources = ({ form, sources }: { form: CampaignFormApi; sources: readonly CampaignSource[] }) => {
  const [text, setText] = useState('');
  const said = form.values.sources;
  const found = findSources(sources, text);
  const shown = found.slice(0, MOST_SHOWN);
  const keys = found.map(({ publisherSourceKey }) => publisherSourceKey);
  const act = (action: 'ALLOW' | 'BLOCK' | null) => form.change({ sources: withSources(said, keys, action) });
  const error = form.errorOf('sources');
  return (
    <SectionCard
      title="Sources"
      note="A block takes effect as soon as it is saved, and the partner is told by email with the reason."
    >
      <Modes form={form} />
      <div className={classes.tools}>
        <TextInput
          size="xs"
          className={classes.search}
          aria-label="Search sources"
          placeholder="Search by tag, name or publisher"
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          value={text}
          onKeyDown={keepEnter}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {text !== '' && (
          <>
            <Button variant="subtle" size="compact-xs" disabled={found.length === 0} onClick={() => act('ALLOW')}>
              Allow found
            </Button>
            <Button variant="subtle" size="compact-xs" disabled={found.length === 0} onClick={() => act('BLOCK')}>
              Block found
            </Button>
          </>
        )}
        <Button
          variant="subtle"
          size="compact-xs"
          disabled={Object.keys(said).length === 0}
          onClick={() => (text === '' ? form.change({ sources: {} }) : act(null))}
        >
          {text === '' ? 'Clear the list' : 'Take found off'}
        </Button>
        <span className={classes.count} role="status">
          {`${formatCount(Object.keys(said).length)} of ${formatCount(sources.length)} listed`}
        </span>
      </div>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      {shown.length > 0 && (
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Source</th>
                <th scope="col">Feeds it now</th>
                <th scope="col" className={classes.narrow}>
                  Here
                </th>
                <th scope="col" className={classes.narrow}>
                  Media price
                </th>
                <th scope="col" className={classes.narrow}>
                  Monthly cap
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((source) => (
                <SourceRow key={source.publisherSourceKey} form={form} source={source} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className={classes.more}>
        {sources.length === 0 && 'The media partner has no sources yet. They appear with its first leads.'}
        {sources.length > 0 && found.length === 0 && 'Nothing matches.'}
        {found.length > shown.length && `${formatCount(found.length - shown.length)} more. Type to find them.`}
      </p>
    </SectionCard>
  );
};
