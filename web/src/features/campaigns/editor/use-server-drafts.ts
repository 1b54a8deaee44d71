import type { CampaignDraft } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { DraftStorage, StoredDraft } from '../../../shared/form/use-draft.ts';
import { draftsQuery, keepDraft, removeDraft } from './api.ts';
import type { CampaignValues } from './prepare/prepare-values.ts';

const TYPING_MS = 600;
/** Increase when the form's shape changes: older drafts are not offered. */
const FORM_VERSION = 1;

type Stored = CampaignValues & { basedOn: CampaignValues | null };
interface Offer {
  draft: CampaignDraft;
  content: StoredDraft<CampaignValues>;
}

const offerOf = (draft: CampaignDraft): Offer[] => {
  const { body, step, updatedAt } = draft;
  if (body['version'] !== FORM_VERSION || typeof body['values'] !== 'object') return [];
  const { basedOn, ...values } = body['values'] as Stored;
  // Older drafts have no allocations.
  const base = basedOn && { ...basedOn, allocation: basedOn.allocation ?? {} };
  return [{ draft, content: { values, base, part: step, savedAt: new Date(updatedAt).getTime() } }];
};

export interface ServerDrafts extends DraftStorage<CampaignValues> {
  /** When the form's content was last stored. */
  storedAt: string | null;
  /** Call after saving the campaign, which removes its draft on the server. */
  markRemoved: () => void;
}

/** Drafts on the server, offered to the same user on any device. */
export const useServerDrafts = (ownerKey: number, campaignKey: number | null): ServerDrafts => {
  const { data: drafts } = useQuery(draftsQuery(ownerKey));
  // Read once on opening: a later read may return what this form has stored itself.
  const [offer, setOffer] = useState<Offer | null | undefined>(undefined);
  const [storedAt, setStoredAt] = useState<string | null>(null);
  const written = useRef<CampaignDraft | null>(null);
  const isRemoved = useRef(false);
  if (offer === undefined && drafts !== undefined) {
    const [first = null] = drafts
      .filter((draft) => draft.channel === 'ppl' && draft.campaignKey === campaignKey)
      .flatMap(offerOf);
    setOffer(first);
  }
  return {
    offered: offer?.content ?? null,
    storedAt,
    delayMs: TYPING_MS,
    write: async ({ values, base, part = 'basics' }) => {
      const form = JSON.stringify({ version: FORM_VERSION, values: { ...values, basedOn: base } });
      const draft = await keepDraft(ownerKey, campaignKey, part, form);
      if (!draft) return;
      written.current = draft;
      isRemoved.current = false;
      setStoredAt(draft.updatedAt);
    },
    remove: async () => {
      const draft = written.current ?? offer?.draft ?? null;
      written.current = null;
      setStoredAt(null);
      if (draft === null || isRemoved.current) return;
      isRemoved.current = true;
      await removeDraft(ownerKey, draft.draftKey).catch(() => undefined);
    },
    markRemoved: () => {
      isRemoved.current = true;
    },
  };
};
