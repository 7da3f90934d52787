import type { http } from '@daymark/contracts'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Select } from '../../../ui/fields/text-field.tsx'
import { allTags } from '../../../domain/tags/tag.queries.ts'
import type { PhotoFilters } from '../../../domain/photos/photo.queries.ts'
import { DateRange } from './dates/date-range.tsx'
import { libraryFacets } from './facets.queries.ts'
import { ORIENTATIONS } from './filter-names.ts'
import styles from './filters.module.css'
import type { Changes } from './address/read-filters.ts'

type Choice = { value: string; label: string; count: number | null }
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
        <option key={choice.value} value={choice.value}>{`${choice.label} (${choice.count})`}</option>
      ))}
    </Select>
  )
}

/** Every choice changes the address at once, and the photos behind it. */
export function FilterForm({ filters, onChange }: { filters: PhotoFilters; onChange: (changes: Changes) => void }) {
  const { data: facets } = useCached(libraryFacets())
  const { data: tags = [] } = useCached(allTags())
  const used = tags.filter(({ id, usage_count }) => usage_count > 0 || id === filters.tag_id)
  const orientations = choicesOf(facets?.orientations).map(one => ({ ...one, label: ORIENTATIONS[one.value] ?? '' }))
  const select = (label: string, name: keyof PhotoFilters, choices: Choice[]) => (
    <FilterSelect
      label={label}
      value={filters[name]}
      choices={choices}
      onChoose={value => onChange({ [name]: value })}
    />
  )
  const check = (label: string, name: 'is_favorite' | 'untagged') => (
    <Checkbox
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
      <div className={styles['checks']}>
        {check('Favorites only', 'is_favorite')}
        {check('Without tags', 'untagged')}
      </div>
    </div>
  )
}
