import { z } from 'zod';
import { type Permission } from '../core/access/permissions.ts';
import { key } from '../core/calls/schema.ts';

/** Tables with named layouts; for leads, saved filters. */
const LAYOUT_SCREENS = ['allocations-current', 'allocations-next', 'leads'] as const;
export type LayoutScreen = (typeof LAYOUT_SCREENS)[number];
/** The right to see a table is the right to have layouts of it. */
export const LAYOUT_RIGHTS = {
  'allocations-current': 'allocations:View',
  'allocations-next': 'allocations:View',
  leads: 'leadanalyzer:View',
} as const satisfies Record<LayoutScreen, Permission>;
export const layoutScreenParam = z.enum(LAYOUT_SCREENS);

const column = z.string().min(1).max(60);
const columns = z.array(column).max(300);

/** Layout of a table: column order and width, sorting and filters. */
export const gridLayoutSchema = z.strictObject({
  order: columns,
  hidden: columns,
  widths: z.record(column, z.number().positive().max(2000)),
  sort: z.array(z.strictObject({ column, direction: z.enum(['asc', 'desc']) })).max(20),
  filters: z.record(column, z.union([z.string().max(200), z.array(z.string().max(200)).max(500)])),
  filtersOpen: z.boolean(),
  density: z.enum(['compact', 'standard', 'comfortable']),
});

export const layoutNameSchema = z.string().trim().min(1).max(80);

export const namedLayoutSchema = z.object({
  layoutKey: key,
  name: z.string(),
  /** Visible to the creator's group at the owner. */
  shared: z.boolean(),
  /** Name of the creator. */
  by: z.string(),
  isMine: z.boolean(),
  /** The creator, and for a shared layout administrators. */
  mayChange: z.boolean(),
  layout: gridLayoutSchema,
});
export type NamedLayout = z.infer<typeof namedLayoutSchema>;

export const layoutListSchema = z.object({
  /** Name of the viewer's default layout; null for the table's own. */
  defaultName: z.string().nullable(),
  layouts: z.array(namedLayoutSchema),
});
