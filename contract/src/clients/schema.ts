import { z } from 'zod';
import { key } from '../core/calls/schema.ts';

export const clientSchema = z.object({
  clientKey: key,
  clientName: z.string(),
  clientCode: z.string(),
  ownerKey: key,
  ownerName: z.string(),
  brandKey: key,
  brandName: z.string(),
  active: z.boolean(),
});
export type Client = z.infer<typeof clientSchema>;

export const campusSchema = z.object({
  campusKey: key,
  campusName: z.string(),
  campusCode: z.string(),
  clientModelKey: key,
  clientModelName: z.string(),
  state: z.string().nullable(),
  /** An online campus, without a location. */
  virtual: z.boolean(),
  active: z.boolean(),
});
export type Campus = z.infer<typeof campusSchema>;

export const programSchema = z.object({
  programKey: key,
  programName: z.string(),
  programCode: z.string(),
  campusKey: key,
  degreeLevel: z.string(),
  modality: z.string(),
  subjectArea: z.string(),
  active: z.boolean(),
});
export type Program = z.infer<typeof programSchema>;

const named = { key, name: z.string() };
/** Inactive entries stay listed, because reports of past years filter by them. */
const withActive = { ...named, active: z.boolean() };

/** Options of list filters, each with its parent: choosing a client narrows its campuses. */
export const filterOptionsSchema = z.object({
  brands: z.array(z.object(withActive)),
  clients: z.array(z.object({ ...withActive, brandKey: key })),
  models: z.array(z.object({ ...named, clientKey: key })),
  campuses: z.array(z.object({ ...withActive, clientKey: key, modelKey: key })),
  /** Programs by name: the key stands for the programs of that name at all campuses. */
  programs: z.array(z.object(withActive)),
  channels: z.array(z.object({ key: z.string(), name: z.string() })),
  customChannels: z.array(z.object({ ...withActive, channel: z.string() })),
  partners: z.array(z.object(withActive)),
  lineItems: z.array(z.object({ ...withActive, clientKey: key, channel: z.string().nullable() })),
});
export type FilterOptions = z.infer<typeof filterOptionsSchema>;
