import { Button, CopyButton, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { macroValues, TRACKING_TYPES, type TrackingUrl } from '@paceline/contract';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { SectionCard } from '../../../../ui/pieces/section-card.tsx';
import {
  insertMacro,
  linkForPartner,
  newUrl,
  previewOf,
  TRACKING_LABELS,
  withUrl,
  withUsual,
} from '../prepare/prepare-urls.ts';
import classes from './step-tracking.module.css';
import type { CampaignFormApi } from '../use-campaign-form.ts';

const DEVICES = [
  { value: '', label: 'All devices' },
  { value: 'desktop', label: 'Desktop' },
  { value: 'tablet', label: 'Tablet' },
  { value: 'mobile', label: 'Mobile' },
];
const deviceOf = (value: string): TrackingUrl['deviceType'] =>
  value === 'desktop' || value === 'tablet' || value === 'mobile' ? value : null;

interface UrlProps {
  form: CampaignFormApi;
  index: number;
}

const Address = ({ form, index }: UrlProps) => {
  const { urls } = form.values;
  const url = urls[index]!;
  const box = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
  useEffect(() => {
    if (caret.current === null) return;
    box.current?.focus();
    box.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const set = (text: string) => form.change({ urls: withUrl(urls, index, { url: text }) });
  const insert = (macro: string) => {
    const { selectionStart = url.url.length, selectionEnd = url.url.length } = box.current ?? {};
    const next = insertMacro(url.url, macro, selectionStart, selectionEnd);
    caret.current = next.at;
    set(next.url);
  };
  const name = url.name.trim() || `URL ${index + 1}`;
  // An unknown macro is reported while typing; an incomplete URL only after leaving the field.
  const error =
    form.errorOf(`urls.${index}.url`) ??
    form.problems.find(({ path, message }) => path === `urls.${index}.url` && message.startsWith('Unknown macro'))
      ?.message;
  return (
    <>
      <Textarea
        ref={box}
        label="URL"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2_000}
        placeholder="https://www.school.example/request-info"
        spellCheck={false}
        classNames={{ input: classes.url }}
        value={url.url}
        error={error}
        onBlur={() => form.touch(`urls.${index}.url`)}
        onChange={(event) => set(event.currentTarget.value)}
      />
      <div className={classes.macros} role="group" aria-label={`${name}: insert a macro`}>
        {Object.keys(macroValues(url.type)).map((macro) => (
          <Button key={macro} size="compact-xs" variant="default" onClick={() => insert(macro)}>
            {`{${macro}}`}
          </Button>
        ))}
        <Button size="compact-xs" variant="subtle" onClick={() => set(withUsual(url))}>
          Add standard parameters
        </Button>
      </div>
      <p className={classes.preview}>
        <span>Preview</span> {url.url.trim() === '' ? '–' : previewOf(url, form.values)}
      </p>
    </>
  );
};

const Url = ({ form, index }: UrlProps) => {
  const { urls } = form.values;
  const url = urls[index]!;
  const set = (patch: Partial<TrackingUrl>) => form.change({ urls: withUrl(urls, index, patch) });
  const name = url.name.trim() || `URL ${index + 1}`;
  return (
    <li>
      <div className={classes.item} role="group" aria-label={name} data-off={!url.active || undefined}>
        <div className={classes.fields}>
          <TextInput
            label="Name"
            maxLength={100}
            autoComplete="off"
            value={url.name}
            error={form.errorOf(`urls.${index}.name`)}
            onBlur={() => form.touch(`urls.${index}.name`)}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <NativeSelect
            label="Type"
            data={TRACKING_TYPES.map((type) => ({ value: type, label: TRACKING_LABELS[type] }))}
            value={url.type}
            onChange={(event) => {
              const type = TRACKING_TYPES.find((one) => one === event.currentTarget.value);
              if (type) set({ type });
            }}
          />
          <NativeSelect
            label="Device"
            data={DEVICES}
            value={url.deviceType ?? ''}
            onChange={(event) => set({ deviceType: deviceOf(event.currentTarget.value) })}
          />
        </div>
        <Address form={form} index={index} />
        <div className={classes.switches}>
          <Switch
            size="xs"
            label="Default"
            checked={url.isDefault}
            disabled={url.type !== 'CLICK' || !url.active}
            error={form.errorOf(`urls.${index}.isDefault`)}
            onChange={(event) => set({ isDefault: event.currentTarget.checked })}
          />
          <Switch
            size="xs"
            label="Switched on"
            checked={url.active}
            onChange={(event) => set({ active: event.currentTarget.checked })}
          />
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            leftSection={<IconTrash size={14} aria-hidden="true" />}
            aria-label={`Remove ${name}`}
            onClick={() => form.change({ urls: urls.filter((_, at) => at !== index) })}
          >
            Remove
          </Button>
        </div>
      </div>
    </li>
  );
};

/** The link for the partner's pages: it leads to the URLs below, and every click on it is stored. */
const PartnerLink = ({ path }: { path: string }) => {
  const link = linkForPartner(window.location.origin, path);
  return (
    <div className={classes.link}>
      <TextInput
        label="Link for the media partner"
        description="src is the publisher source, s1 to s5 are free, txn is the partner’s own click ID"
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={link}>
        {({ copied, copy }) => (
          <Button variant="default" size="xs" onClick={copy}>
            {copied ? 'Copied' : 'Copy link'}
          </Button>
        )}
      </CopyButton>
    </div>
  );
};

/** Click destinations and lead notifications. */
export const StepTracking = ({ form, clickLink }: { form: CampaignFormApi; clickLink: string | null }) => {
  const { urls, postingConfirmed } = form.values;
  const error = form.errorOf('urls');
  return (
    <SectionCard title="Tracking" note="To go live, a campaign needs a default click URL or confirmed posting.">
      <Switch
        label="Posting is confirmed"
        description="The partner posts leads to us directly; no click URL is needed"
        checked={postingConfirmed}
        onChange={(event) => form.change({ postingConfirmed: event.currentTarget.checked })}
      />
      {clickLink !== null && <PartnerLink path={clickLink} />}
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <ul className={classes.list}>
        {urls.map((url, index) => (
          <Url key={url.trackingUrlKey ?? `new ${index}`} form={form} index={index} />
        ))}
      </ul>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={15} aria-hidden="true" />}
        disabled={urls.length >= 50}
        onClick={() => form.change({ urls: [...urls, newUrl(urls)] })}
      >
        Add a tracking URL
      </Button>
    </SectionCard>
  );
};
