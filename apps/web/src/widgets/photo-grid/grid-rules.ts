import type { RowRule } from './justified-layout.ts'

export type GridView = 'grid' | 'large'

/** The height of rows: about three photos side by side on a phone, five on a desktop; in the large view one or two. */
export const GRID_RULES: Record<'phone' | 'desktop', Record<GridView, RowRule>> = {
  phone: { grid: { gap: 6, rowHeight: 128 }, large: { gap: 6, rowHeight: 460 } },
  desktop: { grid: { gap: 8, rowHeight: 236 }, large: { gap: 8, rowHeight: 460 } },
}
