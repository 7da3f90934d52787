import type { http } from '@daymark/contracts'
import { useCallback } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { FIXED_FILTERS, type PhotoFilters } from '../../../domain/photos/photo-filters.ts'
import { allTagsQuery } from '../../../domain/tags/tags.api.ts'
import { useDraft } from '../../../lib/hooks/use-draft.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Select, TextField } from '../../../ui/fields/text-field.tsx'
import { libraryFacets } from './facets.queries.ts'
import { daysOf, ORIENTATIONS, periodName, periodOf, yearsOf } from './filter-names.ts'
import styles from './filters.module.css'
import type { Changes } from './use-photo-filters.ts'

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
function DateRange({ filters, facets, onChange }: Props & { facets: http.ImageFacets | undefined }) {
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

type Choice = { value: string; label: string; count?: number }
const choicesOf = (facets: http.Facet[] = []): Choice[] => facets.map(facet => ({ ...facet, label: facet.value }))

function FilterSelect(props: {
  label: string
  value: string | undefined
  choices: Choice[]
  onChoose: (value: string) => void
}) {
  const { label, value = '', choices, onChoose } = props
  if (!choices.length && !value) return null
  // Includes a value of the address that is not listed.
  const isListed = !value || choices.some(choice => choice.value === value)
  return (
    <Select label={label} value={value} onChange={event => onChoose(event.target.value)}>
      <option value="">Any</option>
      {!isListed && <option value={value}>{value}</option>}
      {choices.map(choice => (
        <option key={choice.value} value={choice.value}>
          {choice.count === undefined ? choice.label : `${choice.label} (${choice.count})`}
        </option>
      ))}
    </Select>
  )
}

/** Every choice changes the address at once, and the photos behind it. */
export function FilterForm({ filters, onChange }: { filters: PhotoFilters; onChange: (changes: Changes) => void }) {
  const { data: facets } = useCached(libraryFacets())
  const { data: tags = [] } = useCached(allTagsQuery())
  const used = tags.filter(({ id, usage_count }) => usage_count > 0 || id === filters.tag_id)
  const orientations = choicesOf(facets?.orientations).map(one => ({ ...one, label: ORIENTATIONS[one.value] ?? '' }))
  const select = (label: string, name: keyof PhotoFilters, choices: Choice[]) => (
    <FilterSelect
      key={name}
      label={label}
      value={filters[name]}
      choices={choices}
      onChoose={value => onChange({ [name]: value })}
    />
  )
  const isCheck = ({ values }: (typeof FIXED_FILTERS)[number]) => 'true' in values
  const check = ({ name, label }: (typeof FIXED_FILTERS)[number]) => (
    <Checkbox
      key={name}
      label={label}
      checked={filters[name] === 'true'}
      onChange={event => onChange({ [name]: event.target.checked ? 'true' : '' })}
    />
  )
  return (
    <div className={styles['form']}>
      <DateRange filters={filters} facets={facets} onChange={onChange} />
      {select('Camera', 'camera', choicesOf(facets?.cameras))}
      {select('Lens', 'lens', choicesOf(facets?.lenses))}
      {select(
        'Tag',
        'tag_id',
        used.map(tag => ({ value: tag.id, label: tag.label, count: tag.usage_count })),
      )}
      {select('Format', 'format', choicesOf(facets?.formats))}
      {select('Orientation', 'orientation', orientations)}
      {FIXED_FILTERS.filter(filter => !isCheck(filter)).map(({ name, label, values }) =>
        select(
          label,
          name,
          Object.entries(values).map(([value, word]) => ({ value, label: word })),
        ),
      )}
      <div className={styles['checks']}>{FIXED_FILTERS.filter(isCheck).map(check)}</div>
    </div>
  )
}
