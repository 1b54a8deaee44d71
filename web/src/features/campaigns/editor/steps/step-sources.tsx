import { Button, NativeSelect, Radio } from '@mantine/core';
import { type CampaignSource, SOURCE_MODES, sourceModeSchema } from '@paceline/contract';
import { useState } from 'react';
import { formatCount } from '../../../../lib/text/format.ts';
import { SectionCard } from '../../../../ui/pieces/section-card.tsx';
import { StatusMark } from '../../../../ui/marks/status-mark.tsx';
import classes from './choice-table.module.css';
import { ChoiceTable, OWN_FIELDS, OwnBox } from './choice-table.tsx';
import { findSources, isTaken, sourceStatus, withSources } from './prepare-choices.ts';
import type { CampaignFormApi } from '../use-campaign-form.ts';

const HEADS = [
  { label: 'Source' },
  { label: 'Sends leads now' },
  { label: 'Here', isNarrow: true },
  { label: 'Media price', isNarrow: true },
  { label: 'Monthly cap', isNarrow: true },
];

interface RowProps {
  form: CampaignFormApi;
  source: CampaignSource;
}

const SourceRow = ({ form, source }: RowProps) => {
  const { sources, sourceMode } = form.values;
  const { publisherSourceKey } = source;
  const own = sources[publisherSourceKey];
  const action = own?.action ?? null;
  const isChosen = isTaken(sourceMode, source.status, action);
  const box = (field: keyof typeof OWN_FIELDS) => (
    <OwnBox
      form={form}
      of={source.sourceTag}
      path={`sources.${publisherSourceKey}.${field}`}
      field={field}
      value={own?.[field]}
      onChange={(text) =>
        own && form.change({ sources: { ...sources, [publisherSourceKey]: { ...own, [field]: text } } })
      }
    />
  );
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
      <td data-label="Sends leads now">
        <StatusMark tone={isChosen ? 'good' : 'off'}>
          {source.status === 'APPROVED' ? (isChosen ? 'Yes' : 'No') : sourceStatus(source.status)}
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
            form.change({ sources: withSources(sources, [publisherSourceKey], chosen) });
          }}
        />
      </td>
      {action === 'BLOCK' ? (
        <td data-label="Why" colSpan={2}>
          {box('note')}
        </td>
      ) : (
        <>
          <td data-label="Media price">{box('price')}</td>
          <td data-label="Monthly cap">{box('cap')}</td>
        </>
      )}
    </tr>
  );
};

const Modes = ({ form }: { form: CampaignFormApi }) => (
  <Radio.Group
    label="Allowed sources"
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

/** Which of the partner's sources may feed the campaign, with price and cap. */
export const StepSources = ({ form, sources }: { form: CampaignFormApi; sources: readonly CampaignSource[] }) => {
  const [text, setText] = useState('');
  const said = form.values.sources;
  const count = Object.keys(said).length;
  const matches = findSources(sources, text);
  const keys = matches.map(({ publisherSourceKey }) => publisherSourceKey);
  const act = (action: 'ALLOW' | 'BLOCK' | null) => form.change({ sources: withSources(said, keys, action) });
  return (
    <SectionCard title="Sources" note="A block takes effect when you save. The partner gets an email with the reason.">
      <Modes form={form} />
      <ChoiceTable
        what="sources"
        searchBy="tag, name or publisher"
        text={text}
        onText={setText}
        tools={
          <>
            {text !== '' && (
              <>
                <Button variant="subtle" size="compact-xs" disabled={matches.length === 0} onClick={() => act('ALLOW')}>
                  Allow matches
                </Button>
                <Button variant="subtle" size="compact-xs" disabled={matches.length === 0} onClick={() => act('BLOCK')}>
                  Block matches
                </Button>
              </>
            )}
            <Button
              variant="subtle"
              size="compact-xs"
              disabled={count === 0}
              onClick={() => (text === '' ? form.change({ sources: {} }) : act(null))}
            >
              {text === '' ? 'Clear the list' : 'Remove matches'}
            </Button>
          </>
        }
        count={`${formatCount(count)} of ${formatCount(sources.length)} listed`}
        error={form.errorOf('sources')}
        heads={HEADS}
        matches={matches}
        nothing={
          sources.length === 0 ? 'The media partner has no sources yet. They appear with its first leads.' : null
        }
      >
        {(source) => <SourceRow key={source.publisherSourceKey} form={form} source={source} />}
      </ChoiceTable>
    </SectionCard>
  );
};
