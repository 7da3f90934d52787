import type { http } from '@daymark/contracts'
import { useDeferredValue, useMemo, useState } from 'react'
import { sortByLabel, labelMatches, useTagColors } from '../../domain/tags/tag-display.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import styles from './tags.module.css'

/** With more tags than this, a search field appears. */
const SEARCHED_ABOVE = 20
/** The number of chips at first, and of each further step. */
const STEP = 100

/** L-TM-02, L-TM-03: tags with their photo counts; several can be chosen. Chosen ones stay visible. */
export function TagChips(props: {
  tags: readonly http.Tag[]
  chosen: ReadonlySet<string>
  onToggle: (id: string) => void
}) {
  const { tags, chosen, onToggle } = props
  const { colorOf } = useTagColors()
  const [typed, setTyped] = useState('')
  const [limit, setLimit] = useState(STEP)
  const wanted = useDeferredValue(typed)
  const sorted = useMemo(() => sortByLabel(tags), [tags])
  const matches = useMemo(() => sorted.filter(({ label }) => labelMatches(label, wanted)), [sorted, wanted])
  const near = new Set(matches.slice(0, limit))
  const shown = sorted.filter(tag => near.has(tag) || chosen.has(tag.id))
  return (
    <>
      {tags.length > SEARCHED_ABOVE && (
        <TextField
          type="search"
          label="Search tags"
          hideLabel
          placeholder="Search tags"
          value={typed}
          className={styles['search']}
          onChange={event => setTyped(event.target.value)}
        />
      )}
      <div role="group" aria-label="Tags" className={styles['tags']}>
        {shown.map(tag => (
          <button
            key={tag.id}
            type="button"
            aria-pressed={chosen.has(tag.id)}
            className={styles['tag']}
            onClick={() => onToggle(tag.id)}
          >
            <TagDot color={colorOf(tag.id)} />
            {tag.label} <span className={styles['count']}>{tag.usage_count}</span>
          </button>
        ))}
      </div>
      {matches.length === 0 && <p className={styles['note']}>No tag matches your search.</p>}
      {matches.length > limit && (
        <p className={styles['note']}>
          {limit} of {matches.length} tags are shown.
          <Button size="small" look="quiet" onClick={() => setLimit(limit + STEP)}>
            Show More
          </Button>
        </p>
      )}
    </>
  )
}

/** The color of a tag, next to its label. */
export const TagDot = ({ color }: { color: string }) => (
  <span aria-hidden className={styles['dot']} style={{ background: color }} />
)
