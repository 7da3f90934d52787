import { useEffect, useMemo } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { formatPhotoCount } from '../../domain/photos/photo.ts'
import { useUrlFilter } from '../../lib/hooks/use-url-filter.ts'
import { Select } from '../../ui/fields/text-field.tsx'
import styles from './album.module.css'
import { albumPicksQuery } from './album.queries.ts'

/** `onFilter` receives the ids of the photos to show; null shows all. */
export type PickFilterProps = { albumId: string; onFilter: (ids: ReadonlySet<string> | null) => void }

/** Filters the album by the picks of one visitor or of any visitor. Renders nothing if there are no picks. */
export function PickFilter({ albumId, onFilter }: PickFilterProps) {
  const { filter, change } = useUrlFilter<{ picked?: string }>(['picked'])
  const pickedBy = filter.picked
  const { data, isPlaceholderData: isPrevious } = useCached(albumPicksQuery(albumId, pickedBy), { keepPrevious: true })
  const { people = [], image_ids: ids } = data ?? {}
  const isListed = people.some(({ list_id }) => pickedBy === 'anybody' || list_id === pickedBy)
  const pickedIds = useMemo(() => (isListed && ids ? new Set(ids) : null), [isListed, ids])
  // The filter is applied when the picks of the selected visitor are loaded. Until then the page shows the previous
  // photos.
  useEffect(() => {
    if (!isPrevious) onFilter(pickedIds)
  }, [pickedIds, isPrevious, onFilter])
  useEffect(() => () => onFilter(null), [onFilter])
  if (people.length === 0) return null
  return (
    <div className={styles['filter']}>
      <Select
        label="Picked by"
        value={isListed ? pickedBy : ''}
        onChange={event => change({ picked: event.target.value })}
        options={people.map(({ list_id, name, picked: count }) => [list_id, `${name} (${count})`])}
      >
        <option value="">All photos</option>
        <option value="anybody">Any visitor</option>
      </Select>
      <p role="status" className={styles['count']}>
        {pickedIds && !isPrevious && formatPhotoCount(pickedIds.size)}
      </p>
    </div>
  )
}
