import { MAX_SEARCH_LENGTH } from '@daymark/contracts'
import { ArrowDownNarrowWide, ArrowDownWideNarrow, FilterX, Images, SlidersHorizontal, Upload, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import type { PhotoFilters } from '../../../domain/photos/photo-filters.ts'
import { allTagsQuery } from '../../../domain/tags/tags.api.ts'
import { lazyOf } from '../../../lib/lazy.ts'
import { Button, buttonClass } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { Menu, type MenuItem } from '../../../ui/overlay/menu.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import { Popover } from '../../../ui/overlay/popover.tsx'
import { type ActiveFilter, listActiveFilters, SORT_OPTIONS } from './filter-names.ts'
import styles from './filters.module.css'
import type { FilterChanges, usePhotoFilters } from './use-photo-filters.ts'

type PhotoSearchProps = ReturnType<typeof usePhotoFilters> & { isPhone: boolean }

/** The search field with the filter and sort buttons, and the active filters in the line below. */
export function PhotoSearch({ filters, change, search, clear, isPhone }: PhotoSearchProps) {
  const { data: tags } = useCached(allTagsQuery(), { enabled: filters.tag_id !== undefined })
  const activeFilters = listActiveFilters(filters, tags)
  return (
    <div className="stack-3">
      <div className={styles['row']}>
        <SearchField
          label="Search photos"
          shortcut="/"
          value={filters.q ?? ''}
          maxLength={MAX_SEARCH_LENGTH}
          className={styles['search']}
          onSearch={search}
        />
        <FilterButton
          filters={filters}
          count={activeFilters.length}
          onChange={change}
          onClear={clear}
          isPhone={isPhone}
        />
        <SortMenu filters={filters} onChange={change} />
      </div>
      {/* L-PHOTO-05: shown while a filter is active. */}
      {clear && (
        <div className={styles['active']}>
          <FilterChips activeFilters={activeFilters} onChange={change} />
          <Button appearance="quiet" size="small" icon={<FilterX aria-hidden />} onClick={clear}>
            Clear Filters
          </Button>
        </div>
      )}
    </div>
  )
}

/** The active filters. A click on a filter removes it. */
function FilterChips({
  activeFilters,
  onChange,
}: {
  activeFilters: ActiveFilter[]
  onChange: (changes: FilterChanges) => void
}) {
  if (!activeFilters.length) return null
  return (
    <ul aria-label="Active filters" className={styles['chips']}>
      {activeFilters.map(({ name, removal }) => (
        <li key={name}>
          <button
            type="button"
            aria-label={`Remove filter: ${name}`}
            className={styles['chip']}
            onClick={() => onChange(removal)}
          >
            <span>{name}</span>
            <X aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}

const FilterForm = lazyOf(() => import('./filter-form.tsx'), 'FilterForm')

type FilterButtonProps = {
  filters: PhotoFilters
  /** The number of active filters. */
  count: number
  onChange: (changes: FilterChanges) => void
  onClear: (() => void) | null
  isPhone: boolean
}

/** The button that opens the filters: in a dialog on a phone, otherwise in a popover. */
function FilterButton({ filters, count, onChange, onClear, isPhone }: FilterButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const buttonContent = (
    <>
      <SlidersHorizontal aria-hidden />
      <span className={styles['button-label']}>Filters</span>
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
      <Popover name="Filters" button={buttonContent}>
        {form}
      </Popover>
    )
  const actions = (
    <>
      <Button disabled={!onClear} onClick={() => onClear?.()}>
        Clear Filters
      </Button>
      <Button appearance="primary" onClick={close}>
        Show Photos
      </Button>
    </>
  )
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {buttonContent}
      </Button>
      {isOpen && (
        <Modal title="Filters" onClose={close} actions={actions}>
          {form}
        </Modal>
      )}
    </>
  )
}

/** The menu that sorts the photos. The URL contains the order unless it is the default order. */
function SortMenu({ filters, onChange }: { filters: PhotoFilters; onChange: (changes: FilterChanges) => void }) {
  const [defaultSort] = SORT_OPTIONS
  const current = SORT_OPTIONS.find(({ sort }) => sort === filters.sort) ?? defaultSort
  const direction = filters.direction ?? current.directions.defaultDirection
  const sorts: MenuItem[] = SORT_OPTIONS.map(({ sort, label }) => ({
    label,
    isChosen: sort === current.sort,
    onSelect: () => onChange({ sort: sort === defaultSort.sort ? '' : sort, direction: '' }),
  }))
  const directions: MenuItem[] = (
    [current.directions.defaultDirection, current.directions.defaultDirection === 'asc' ? 'desc' : 'asc'] as const
  ).map((option, n) => ({
    label: current.directions[option],
    isChosen: option === direction,
    startsGroup: n === 0,
    onSelect: () => onChange({ direction: option === current.directions.defaultDirection ? '' : option }),
  }))
  const buttonContent = (
    <>
      {direction === 'desc' ? <ArrowDownWideNarrow aria-hidden /> : <ArrowDownNarrowWide aria-hidden />}
      <span className={styles['button-label']}>{current.label}</span>
    </>
  )
  return (
    <Menu
      name={`Sort by: ${current.label}, ${current.directions[direction as 'asc' | 'desc']}`}
      icon={buttonContent}
      items={[...sorts, ...directions]}
      buttonClass={buttonClass({})}
    />
  )
}

/** Replaces the photos if the library is empty or no photos match the filters. */
export function PhotosEmpty(props: { onUpload: () => void; isFiltered: boolean; isPhone: boolean }) {
  const { onUpload, isFiltered, isPhone } = props
  if (isFiltered)
    return (
      <EmptyState
        icon={<FilterX aria-hidden />}
        title="No photos match these filters"
        text="Use 'Clear Filters' above to see all your photos again."
      />
    )
  return (
    <EmptyState
      icon={<Images aria-hidden />}
      title="Welcome to Your Photo Gallery!"
      text={
        isPhone
          ? 'Originals are never changed, and your photos stay private until you share an album.'
          : 'Drop photos or whole folders anywhere on this page. Originals are never changed, and your photos stay private until you share an album.'
      }
    >
      <Button appearance="primary" icon={<Upload aria-hidden />} onClick={onUpload}>
        Upload Your First Photos
      </Button>
    </EmptyState>
  )
}
