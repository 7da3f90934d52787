import { MAX_SEARCH_LENGTH } from '@daymark/contracts'
import { ArrowDownNarrowWide, ArrowDownWideNarrow, FilterX, SlidersHorizontal, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { type PhotoFilters, SORTS } from '../../../domain/photos/photo-filters.ts'
import { allTagsQuery } from '../../../domain/tags/tags.api.ts'
import { Button, buttonClass } from '../../../ui/buttons/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { Menu, type MenuItem } from '../../../ui/overlay/menu.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import { Popover } from '../../../ui/overlay/popover.tsx'
import { type NamedFilter, namedFilters } from './filter-names.ts'
import styles from './filters.module.css'
import type { Changes, usePhotoFilters } from './use-photo-filters.ts'

type Props = ReturnType<typeof usePhotoFilters> & { isPhone: boolean }

/** Search text, filters and order, and below them the active filters. */
export function PhotoSearch({ filters, change, search, clear, isPhone }: Props) {
  const { data: tags } = useCached(allTagsQuery(), { enabled: filters.tag_id !== undefined })
  const chosen = namedFilters(filters, tags)
  return (
    <div className={styles['finding']}>
      <div className={styles['row']}>
        <SearchField
          label="Search photos"
          shortcut="/"
          value={filters.q ?? ''}
          maxLength={MAX_SEARCH_LENGTH}
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

/** The active filters; a press removes one. */
function FilterChips({ chosen, onChange }: { chosen: NamedFilter[]; onChange: (changes: Changes) => void }) {
  if (!chosen.length) return null
  return (
    <ul aria-label="Active filters" className={styles['chips']}>
      {chosen.map(({ name, without }) => (
        <li key={name}>
          <button
            type="button"
            aria-label={`Remove filter: ${name}`}
            className={styles['chip']}
            onClick={() => onChange(without)}
          >
            <span>{name}</span>
            <X aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}

const FilterForm = lazy(async () => ({ default: (await import('./filter-form.tsx')).FilterForm }))

type FilterButtonProps = {
  filters: PhotoFilters
  /** The number of active filters. */
  count: number
  onChange: (changes: Changes) => void
  onClear: (() => void) | null
  isPhone: boolean
}

/** The filters: a panel under their button, on a phone a sheet. */
function FilterButton({ filters, count, onChange, onClear, isPhone }: FilterButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const face = (
    <>
      <SlidersHorizontal aria-hidden />
      <span className={styles['word']}>Filters</span>
      {count > 0 && (
        <>
          {' '}
          <span className={styles['count']}>{count}</span> <span className="visually-hidden">active</span>
        </>
      )}
    </>
  )
  const form = (
    <Suspense fallback={<Spinner label="Loading..." />}>
      <FilterForm filters={filters} onChange={onChange} />
    </Suspense>
  )
  if (!isPhone)
    return (
      <Popover name="Filters" button={face}>
        {form}
      </Popover>
    )
  const actions = (
    <>
      <Button disabled={!onClear} onClick={() => onClear?.()}>
        Clear Filters
      </Button>
      <Button look="primary" onClick={close}>
        Show Photos
      </Button>
    </>
  )
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {face}
      </Button>
      {isOpen && (
        <Modal title="Filters" onClose={close} actions={actions}>
          {form}
        </Modal>
      )}
    </>
  )
}

/** The order is part of the address too; the default is omitted. */
function SortMenu({ filters, onChange }: { filters: PhotoFilters; onChange: (changes: Changes) => void }) {
  const [usual] = SORTS
  const now = SORTS.find(({ sort }) => sort === filters.sort) ?? usual
  const direction = filters.direction ?? now.order.first
  const sorts: MenuItem[] = SORTS.map(({ sort, label }) => ({
    label,
    isChosen: sort === now.sort,
    onSelect: () => onChange({ sort: sort === usual.sort ? '' : sort, direction: '' }),
  }))
  const directions: MenuItem[] = ([now.order.first, now.order.first === 'asc' ? 'desc' : 'asc'] as const).map(
    (to, n) => ({
      label: now.order[to],
      isChosen: to === direction,
      startsGroup: n === 0,
      onSelect: () => onChange({ direction: to === now.order.first ? '' : to }),
    }),
  )
  const face = (
    <>
      {direction === 'desc' ? <ArrowDownWideNarrow aria-hidden /> : <ArrowDownNarrowWide aria-hidden />}
      <span className={styles['word']}>{now.label}</span>
    </>
  )
  return (
    <Menu
      name={`Sort by: ${now.label}, ${now.order[direction as 'asc' | 'desc']}`}
      icon={face}
      items={[...sorts, ...directions]}
      buttonClass={buttonClass({})}
    />
  )
}
