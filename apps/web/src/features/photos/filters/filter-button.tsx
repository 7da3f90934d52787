import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import { Popover } from '../../../ui/overlay/popover.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import type { PhotoFilters } from '../../../domain/photos/photo.queries.ts'
import styles from './filters.module.css'
import type { Changes } from './address/read-filters.ts'

const FilterForm = lazy(async () => ({ default: (await import('./filter-form.tsx')).FilterForm }))

type Props = {
  filters: PhotoFilters
  /** The number of active filters. */
  count: number
  onChange: (changes: Changes) => void
  onClear: (() => void) | null
  isPhone: boolean
}

/** The filters: a panel under their button, on a phone a sheet. */
export function FilterButton({ filters, count, onChange, onClear, isPhone }: Props) {
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
