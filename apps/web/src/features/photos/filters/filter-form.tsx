import type { http } from '@daymark/contracts'
import { useCallback } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import type { PhotoFilters } from '../../../domain/photos/photo-filters.ts'
import { allTagsQuery } from '../../../domain/tags/tags.api.ts'
import { useDraft } from '../../../lib/hooks/use-draft.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Select, TextField } from '../../../ui/fields/text-field.tsx'
import {
  FIXED_FILTERS,
  toDateRange,
  ORIENTATION_NAMES,
  formatPeriod,
  findPeriod,
  groupMonthsByYear,
} from './filter-names.ts'
import styles from './filters.module.css'
import type { FilterChanges } from './use-photo-filters.ts'
import { libraryFacetsQuery } from './facets.queries.ts'

/** The year of the oldest known photograph. Earlier years are treated as incomplete input. */
const MIN_YEAR = '1826'
/**
 * Whether the user has typed all digits of the year. Before that, a date field contains years such as 0002, 0020 and
 * 0202.
 */
const isCompleteDay = (day: string) => day === '' || day > MIN_YEAR

type DateFilterProps = { filters: PhotoFilters; onChange: (changes: FilterChanges) => void }

function DayField({
  label,
  name,
  filters,
  onChange,
}: DateFilterProps & { label: string; name: 'date_from' | 'date_to' }) {
  const changeFilter = useCallback((day: string) => onChange({ [name]: day }), [onChange, name])
  const { text, setText } = useDraft(filters[name] ?? '', changeFilter, isCompleteDay)
  return <TextField type="date" label={label} value={text} onChange={event => setText(event.target.value)} />
}

/** Lets the user select a year or month from a list, or enter the first and the last day. */
function DateRangeFields({ filters, facets, onChange }: DateFilterProps & { facets: http.ImageFacets | undefined }) {
  const { date_from, date_to } = filters
  const period = findPeriod(date_from, date_to)
  const isCustomRange = !period && Boolean(date_from || date_to)
  const years = facets ? groupMonthsByYear(facets) : []
  const isListed = facets && [...facets.years, ...facets.months].some(({ value }) => value === period)
  return (
    <>
      <Select
        label="Date"
        className={styles['wide']}
        value={period ?? (isCustomRange ? 'other' : '')}
        onChange={({ target: { value } }) => onChange(value ? toDateRange(value) : { date_from: '', date_to: '' })}
      >
        <option value="">Any time</option>
        {isCustomRange && <option value="other">Custom dates</option>}
        {period && !isListed && <option value={period}>{formatPeriod(period)}</option>}
        {years.map(({ value, count, months }) => (
          <optgroup key={value} label={value}>
            <option value={value}>{`All of ${value} (${count})`}</option>
            {months.map(month => (
              <option key={month.value} value={month.value}>{`${formatPeriod(month.value)} (${month.count})`}</option>
            ))}
          </optgroup>
        ))}
      </Select>
      <DayField label="From" name="date_from" filters={filters} onChange={onChange} />
      <DayField label="To" name="date_to" filters={filters} onChange={onChange} />
    </>
  )
}

type FilterOption = { value: string; label: string; count?: number }
const toOptions = (facets: http.Facet[] = []): FilterOption[] => facets.map(facet => ({ ...facet, label: facet.value }))

function FilterSelect(props: {
  label: string
  value: string | undefined
  choices: FilterOption[]
  onChoose: (value: string) => void
}) {
  const { label, value = '', choices, onChoose } = props
  if (!choices.length && !value) return null
  // A value from the URL that is not among the choices is added as an option, so that the field shows the value.
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

/** The filter fields. Each change updates the URL and the photos immediately. */
export function FilterForm({
  filters,
  onChange,
}: {
  filters: PhotoFilters
  onChange: (changes: FilterChanges) => void
}) {
  const { data: facets } = useCached(libraryFacetsQuery())
  const { data: tags = [] } = useCached(allTagsQuery())
  const usedTags = tags.filter(({ id, usage_count }) => usage_count > 0 || id === filters.tag_id)
  const orientations = toOptions(facets?.orientations).map(option => ({
    ...option,
    label: ORIENTATION_NAMES[option.value] ?? '',
  }))
  const renderSelect = (label: string, name: keyof PhotoFilters, choices: FilterOption[]) => (
    <FilterSelect
      key={name}
      label={label}
      value={filters[name]}
      choices={choices}
      onChoose={value => onChange({ [name]: value })}
    />
  )
  const isCheckbox = ({ values }: (typeof FIXED_FILTERS)[number]) => 'true' in values
  const renderCheckbox = ({ name, label }: (typeof FIXED_FILTERS)[number]) => (
    <Checkbox
      key={name}
      label={label}
      checked={filters[name] === 'true'}
      onChange={event => onChange({ [name]: event.target.checked ? 'true' : '' })}
    />
  )
  return (
    <div className={styles['form']}>
      <DateRangeFields filters={filters} facets={facets} onChange={onChange} />
      {renderSelect('Camera', 'camera', toOptions(facets?.cameras))}
      {renderSelect('Lens', 'lens', toOptions(facets?.lenses))}
      {renderSelect(
        'Tag',
        'tag_id',
        usedTags.map(tag => ({ value: tag.id, label: tag.label, count: tag.usage_count })),
      )}
      {renderSelect('Format', 'format', toOptions(facets?.formats))}
      {renderSelect('Orientation', 'orientation', orientations)}
      {FIXED_FILTERS.filter(filter => !isCheckbox(filter)).map(({ name, label, values }) =>
        renderSelect(
          label,
          name,
          Object.entries(values).map(([value, label]) => ({ value, label })),
        ),
      )}
      <div className={styles['checkboxes']}>{FIXED_FILTERS.filter(isCheckbox).map(renderCheckbox)}</div>
    </div>
  )
}
