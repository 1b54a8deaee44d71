import { Button, Textarea } from '@mantine/core';
import { EMBED, embedOriginsGet, embedOriginsSave } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callQuery } from '../../../lib/api/op-query.ts';
import { sortRefusal } from '../../../shared/form/prepare-refusal.ts';
import { ButtonRow } from '../../../ui/pieces/button-row.tsx';
import { FormStack } from '../../../ui/forms/form-stack.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { useOwnerChange } from '../views/api.ts';
import { sitesOf, sitesProblem } from './prepare-sites.ts';

const originsQuery = (ownerKey: number) => ({
  ...callQuery(embedOriginsGet, { params: { owner: ownerKey } }),
  staleTime: 0,
});

interface SitesFormProps {
  ownerKey: number;
  origins: readonly string[];
  rowVersion: number | null;
}

const SitesForm = ({ ownerKey, origins, rowVersion }: SitesFormProps) => {
  const [text, setText] = useState(origins.join('\n'));
  const [problem, setProblem] = useState<string | null>(null);
  const save = useOwnerChange(embedOriginsSave, ownerKey, [embedOriginsGet], (error) => {
    const { failure, problems } = sortRefusal(error, (field) => field);
    setProblem([failure.message, ...problems.map(({ message }) => message)].join(' '));
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const sites = sitesOf(text);
    const wrong = sitesProblem(sites);
    setProblem(wrong);
    if (wrong === null)
      save.mutate({ origins: sites, rowVersion }, { onSuccess: () => toast.success('The sites are saved.') });
  };
  const { display } = EMBED;
  const parameters = new URLSearchParams(display).toString();
  return (
    <FormStack onSubmit={submit} noValidate>
      <Textarea
        label="Sites that may embed reports"
        description={`One per line, such as https://portal.example; up to ${EMBED.mostOrigins}. Empty: no site may embed reports.`}
        autosize
        minRows={2}
        value={text}
        error={problem}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Note size="xs">
        {`A frame’s address is ${window.location.origin}/t/${ownerKey}/views/{report}?${parameters}&token={token}. A token comes from
        POST /api/{group}/auth/tableau as the user who looks: it opens one report, once, within ${EMBED.tokenMinutes} minutes.`}
      </Note>
      <ButtonRow>
        <Button type="submit" size="xs" loading={save.isPending}>
          Save sites
        </Button>
      </ButtonRow>
    </FormStack>
  );
};

export const EmbedSitesCard = ({ ownerKey }: { ownerKey: number }) => {
  const query = useQuery(originsQuery(ownerKey));
  return (
    <SectionCard title="Reports in other sites" note="Reports of this owner embedded in your own portals.">
      <Loaded query={query} what="list of sites" lines={3}>
        {({ origins, rowVersion }) => <SitesForm key={rowVersion} {...{ ownerKey, origins, rowVersion }} />}
      </Loaded>
    </SectionCard>
  );
};
