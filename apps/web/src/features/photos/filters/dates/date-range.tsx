import type { http } from '@daymark/contracts'
import { useCallback } from 'react'
import { useDraft } from '../../../../lib/hooks/use-draft.ts'
import { Select, TextField } from '../../../../ui/fields/text-field.tsx'
import type { PhotoFilters } from '../../../../domain/photos/photo.queries.ts'
import styles from '../filters.module.css'
import { daysOf, periodName, periodOf, yearsOf } from './periods.ts'
import type { Changes } from '../address/read-filters.ts'

const FIRST_PHOTOGRAPH = '1826'
/** While a year is typed, a date field contains 0002, 0020, 0202. */
const isWhole = (day: string) => day === '' || day > FIRST_PHOTOGRAPH

type Props = { filters: PhotoFilters; onChange: (changes: Changes) => void }

function DayField({ label, name, filters, onChange }: Props & { label: string; name: 'date_from' | 'date_to' }) {
  const send = useCallback((day: string) => onChange({ [name]: day }), [onChange, name])
  const { text, setText } = useDraft(filters[name] ?? '', send, isWhole)
  return <TextField type="date" label={label} value={text} onChange={event => setText(event.target.value)} />
}

/** A year or month with one press, or any two days. */
export function DateRange({ filters, facets, onChange }: Props & { facets: http.ImageFacets | undefined }) {
  const { date_from, date_to } = filters
  const period = periodOf(date_from, date_to)
  const isOther = !period && Boolean(date_from || date_to)
  const years = facets ? yearsOf(facets) : []
  const isListed = facets && [...facets.years, ...facets.months].some(({ value }) => value === period)
  return (
    <>
      <Select
        label="Date"
        className={styles['wide']}
        value={period ?? (isOther ? 'other' : '')}
        onChange={({ target: { value } }) => onChange(value ? daysOf(value) : { date_from: '', date_to: '' })}
      >
        <option value="">Any time</option>
        {isOther && <option value="other">Other days</option>}
        {period && !isListed && <option value={period}>{periodName(period)}</option>}
        {years.map(({ value, count, months }) => (
          <optgroup key={value} label={value}>
            <option value={value}>{`All of ${value} (${count})`}</option>
            {months.map(month => (
              <option key={month.value} value={month.value}>{`${periodName(month.value)} (${month.count})`}</option>
            ))}
          </optgroup>
        ))}
      </Select>
      <DayField label="From" name="date_from" filters={filters} onChange={onChange} />
      <DayField label="To" name="date_to" filters={filters} onChange={onChange} />
    </>
  )
}
