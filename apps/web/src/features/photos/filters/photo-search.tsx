import { MAX_SEARCH } from '@daymark/contracts'
import { FilterX } from 'lucide-react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { allTags } from '../../../domain/tags/tag.queries.ts'
import { FilterButton } from './filter-button.tsx'
import { FilterChips } from './filter-chips.tsx'
import { namedFilters } from './filter-names.ts'
import styles from './filters.module.css'
import { SortMenu } from './sort-menu.tsx'
import type { usePhotoFilters } from './address/use-photo-filters.ts'

type Props = ReturnType<typeof usePhotoFilters> & { isPhone: boolean }

/** Search text, filters and order, and below them the active filters. */
export function PhotoSearch({ filters, change, search, clear, isPhone }: Props) {
  const { data: tags } = useCached(allTags(), { enabled: filters.tag_id !== undefined })
  const chosen = namedFilters(filters, tags)
  return (
    <div className={styles['finding']}>
      <div className={styles['row']}>
        <SearchField
          label="Search photos"
          shortcut="/"
          value={filters.q ?? ''}
          maxLength={MAX_SEARCH}
          className={styles['search']}
          onSearch={search}
        />
        <FilterButton filters={filters} count={chosen.length} onChange={change} onClear={clear} isPhone={isPhone} />
        <SortMenu filters={filters} onChange={change} />
      </div>
      {/* L-PHOTO-05 */}
      {clear && (
        <div className={styles['active']}>
          <FilterChips chosen={chosen} onChange={change} />
          <Button look="quiet" size="small" icon={<FilterX aria-hidden />} onClick={clear}>
            Clear Filters
          </Button>
        </div>
      )}
    </div>
  )
}
