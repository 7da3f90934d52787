import type { RowRule } from './justified-layout.ts'

export type GridView = 'grid' | 'large'

/** How tall rows are: about three photos side by side on a phone, five on a desktop; large is one, or two. */
export const GRID_RULES: Record<'phone' | 'desktop', Record<GridView, RowRule>> = {
  phone: { grid: { gap: 6, rowHeight: 128 }, large: { gap: 6, rowHeight: 460 } },
  desktop: { grid: { gap: 8, rowHeight: 236 }, large: { gap: 8, rowHeight: 460 } },
}
