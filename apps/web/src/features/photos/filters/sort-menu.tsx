import { ArrowDownNarrowWide, ArrowDownWideNarrow } from 'lucide-react'
import { buttonClass } from '../../../ui/buttons/button.tsx'
import { Menu, type MenuItem } from '../../../ui/overlay/menu.tsx'
import type { PhotoFilters } from '../../../domain/photos/photo.queries.ts'
import styles from './filters.module.css'
import type { Changes } from './address/read-filters.ts'

const byDate = { first: 'desc', desc: 'Newest first', asc: 'Oldest first' } as const
const byText = { first: 'asc', desc: 'Z to A', asc: 'A to Z' } as const
const SORTS = [
  { sort: 'created_at', label: 'Upload date', order: byDate },
  { sort: 'taken_at', label: 'Capture date', order: byDate },
  { sort: 'filename', label: 'Name', order: byText },
  { sort: 'title', label: 'Title', order: byText },
] as const

/** The order is part of the address too; the default is omitted. */
export function SortMenu({ filters, onChange }: { filters: PhotoFilters; onChange: (changes: Changes) => void }) {
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
