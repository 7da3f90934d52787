import { useEffect, useMemo } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { useAddressFilter } from '../../../lib/hooks/use-address-filter.ts'
import { photoCount } from '../../../domain/photos/photo.ts'
import { Select } from '../../../ui/fields/text-field.tsx'
import { albumPicks } from './picked.queries.ts'
import type { PickedProps } from './use-picked.ts'
import styles from './picked-filter.module.css'

/** Filters the album by the picks of one visitor or of all. Hidden without picks. */
export function PickedFilter({ albumId, onFilter }: PickedProps) {
  const { filter, change } = useAddressFilter<{ picked?: string }>(['picked'])
  const by = filter.picked
  const { data, isPlaceholderData: isBefore } = useCached(albumPicks(albumId, by), { keepPrevious: true })
  const { people = [], image_ids: ids } = data ?? {}
  const isKnown = people.some(({ list_id }) => by === 'anybody' || list_id === by)
  const picked = useMemo(() => (isKnown && ids ? new Set(ids) : null), [isKnown, ids])
  // until the picks of another visitor are loaded, the page is unchanged
  useEffect(() => {
    if (!isBefore) onFilter(picked)
  }, [picked, isBefore, onFilter])
  useEffect(() => () => onFilter(null), [onFilter])
  if (people.length === 0) return null
  return (
    <div className={styles['filter']}>
      <Select label="Picked by" value={isKnown ? by : ''} onChange={event => change({ picked: event.target.value })}>
        <option value="">All photos</option>
        <option value="anybody">Anybody</option>
        {people.map(({ list_id, name, picked: count }) => (
          <option key={list_id} value={list_id}>
            {name} ({count})
          </option>
        ))}
      </Select>
      <p role="status" className={styles['count']}>
        {picked && !isBefore && photoCount(picked.size)}
      </p>
    </div>
  )
}
