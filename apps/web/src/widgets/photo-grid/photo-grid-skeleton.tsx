import { useMemo, useRef } from 'react'
import { useIsPhone } from '../../lib/hooks/use-media-query.ts'
import { useWidth } from '../../lib/hooks/use-width.ts'
import { Skeleton, Skeletons } from '../../ui/feedback/skeleton.tsx'
import { layoutRows } from './justified-layout.ts'
import { GRID_RULES } from './grid-rules.ts'
import styles from './photo-grid.module.css'

const ratios = Array.from({ length: 18 }, (_, i) => [1.5, 0.75, 1.5, 1.33, 0.67][i % 5] ?? 1.5)

/** L-SKEL-01: the grid while photos are loading. */
export function PhotoGridSkeleton() {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const rule = GRID_RULES[useIsPhone() ? 'phone' : 'desktop'].grid
  const { rows, height } = useMemo(() => layoutRows(ratios, width, rule), [width, rule])
  return (
    <Skeletons ref={frame} label="Loading photos" className={styles['grid']} style={{ height }}>
      {rows.flatMap(row =>
        row.boxes.map(({ index, left, width }) => (
          <Skeleton
            key={index}
            className={styles['skeleton']}
            style={{ width, height: row.height, transform: `translate(${left}px, ${row.top}px)` }}
          />
        )),
      )}
    </Skeletons>
  )
}
