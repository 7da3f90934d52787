import { useEffect, useMemo } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { formatPhotoCount } from '../../../domain/photos/photo.ts'
import { useAddressFilter } from '../../../lib/hooks/use-address-filter.ts'
import { Select } from '../../../ui/fields/text-field.tsx'
import styles from '../album.module.css'
import { albumPicks } from './pick-filter.queries.ts'

/** `onFilter` receives the ids to show; null: all. */
export type PickFilterProps = { albumId: string; onFilter: (ids: ReadonlySet<string> | null) => void }

/** Filters the album by the picks of one visitor or of all. Hidden without picks. */
export function PickFilter({ albumId, onFilter }: PickFilterProps) {
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
        <option value="anybody">Any visitor</option>
        {people.map(({ list_id, name, picked: count }) => (
          <option key={list_id} value={list_id}>
            {name} ({count})
          </option>
        ))}
      </Select>
      <p role="status" className={styles['count']}>
        {picked && !isBefore && formatPhotoCount(picked.size)}
      </p>
    </div>
  )
}
