import { z } from 'zod';
import { CAMPAIGN_CHANNELS, type CampaignChannel, CHANNEL_NAMES } from '../core/channels.ts';
import { choice, flag, optionalText, text } from '../core/records/fields.ts';
import { defineRecord } from '../core/records/record.ts';

/** Colours distinguishable in both themes; any other can be typed. */
export const CHANNEL_COLOURS = [
  '#2f6f9f',
  '#3c8d5a',
  '#a0527a',
  '#8a6d1f',
  '#b5532a',
  '#5b5fa8',
  '#2b8a8a',
  '#6b7280',
] as const;

interface Uses {
  campaigns: number;
  deletedCampaigns: number;
}
/** Deleted campaigns count too, as they can be restored with their custom channel. */
export const channelUses = ({ campaigns, deletedCampaigns }: Uses): number => campaigns + deletedCampaigns;

/** An owner's name for a part of a channel. */
export const customChannelRecord = defineRecord({
  entity: 'custom_channel',
  label: 'Custom channel',
  fields: {
    name: text({
      label: 'Name',
      help: '2 to 40 characters, once for each owner',
      sent: z.string().trim().min(2, 'must have at least 2 characters').max(40, 'must have at most 40 characters'),
      read: z.string(),
    }),
    channel: choice<CampaignChannel>({
      label: 'Channel',
      help: 'Campaigns of this channel can have it.',
      sent: z.enum(CAMPAIGN_CHANNELS),
      words: CHANNEL_NAMES,
      initial: 'ppc',
    }),
    colour: optionalText({
      label: 'Colour',
      sent: z
        .string()
        .regex(/^#[0-9a-f]{6}$/, 'must be a colour such as #2f6f9f')
        .nullable(),
      read: z.string().nullable(),
      initial: CHANNEL_COLOURS[0],
    }),
  },
  states: { active: flag({ label: 'Active', sent: z.boolean() }) },
  fixed: (uses: Uses) => ({
    channel:
      channelUses(uses) > 0
        ? 'Campaigns of this channel have it. Make another custom channel for the other one.'
        : null,
  }),
});
