import { X } from 'lucide-react'
import styles from './filters.module.css'
import type { NamedFilter } from './filter-names.ts'
import type { Changes } from './address/read-filters.ts'

/** The active filters; a press removes one. */
export function FilterChips({ chosen, onChange }: { chosen: NamedFilter[]; onChange: (changes: Changes) => void }) {
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
