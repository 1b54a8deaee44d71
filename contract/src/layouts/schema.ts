import { z } from 'zod';
import { type Permission } from '../core/access/permissions.ts';
import { key } from '../core/calls/schema.ts';

/** The tables that have named layouts; of the leads, the filters that somebody saved for themselves. */
const LAYOUT_SCREENS = ['allocations-current', 'allocations-next', 'leads'] as const;
export type LayoutScreen = (typeof LAYOUT_SCREENS)[number];
/** Who may have layouts of a table is who may see it. */
export const LAYOUT_RIGHTS = {
  'allocations-current': 'allocations:View',
  'allocations-next': 'allocations:View',
  leads: 'leadanalyzer:View',
} as const satisfies Record<LayoutScreen, Permission>;
export const layoutScreenParam = z.enum(LAYOUT_SCREENS);

const column = z.string().min(1).max(60);
const columns = z.array(column).max(300);

/** How a table is shown: which columns in which order and width, sorted and filtered by what. */
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
  /** Seen by everybody of the maker's group who works for the owner. */
  shared: z.boolean(),
  /** Who made it. */
  by: z.string(),
  isMine: z.boolean(),
  /** Its maker, and for a shared one administrators. */
  mayChange: z.boolean(),
  layout: gridLayoutSchema,
});
export type NamedLayout = z.infer<typeof namedLayoutSchema>;

export const layoutListSchema = z.object({
  /** The name of the layout that the viewer starts with; null for the table's own. */
  defaultName: z.string().nullable(),
  layouts: z.array(namedLayoutSchema),
});
