import type { http } from '@daymark/contracts'
import { useDeferredValue, useMemo, useState } from 'react'
import { sortByLabel, labelMatches, useTagColors } from '../../domain/tags/tag-display.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import styles from './tags.module.css'

/** The list gets a search field if it has more tags than this. */
const MAX_TAGS_WITHOUT_SEARCH = 20
/** The number of chips that are shown at first, and that each press on Show More adds. */
const CHIPS_PER_STEP = 100

/**
 * L-TM-02, L-TM-03: lets the user select tags, which show their photo counts. Selected tags stay visible during a
 * search.
 */
export function TagChips(props: {
  tags: readonly http.Tag[]
  selected: ReadonlySet<string>
  onToggle: (id: string) => void
}) {
  const { tags, selected, onToggle } = props
  const { colorOf } = useTagColors()
  const [inputText, setInputText] = useState('')
  const [limit, setLimit] = useState(CHIPS_PER_STEP)
  const searchText = useDeferredValue(inputText)
  const sortedTags = useMemo(() => sortByLabel(tags), [tags])
  const matches = useMemo(
    () => sortedTags.filter(({ label }) => labelMatches(label, searchText)),
    [sortedTags, searchText],
  )
  const matchingTags = new Set(matches.slice(0, limit))
  const shownTags = sortedTags.filter(tag => matchingTags.has(tag) || selected.has(tag.id))
  return (
    <>
      {tags.length > MAX_TAGS_WITHOUT_SEARCH && (
        <TextField
          type="search"
          label="Search tags"
          hideLabel
          placeholder="Search tags"
          value={inputText}
          className={styles['search']}
          onChange={event => setInputText(event.target.value)}
        />
      )}
      <div role="group" aria-label="Tags" className="wrap">
        {shownTags.map(tag => (
          <button
            key={tag.id}
            type="button"
            aria-pressed={selected.has(tag.id)}
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
          <Button size="small" appearance="quiet" onClick={() => setLimit(limit + CHIPS_PER_STEP)}>
            Show More
          </Button>
        </p>
      )}
    </>
  )
}

/** A dot in the color of a tag. */
export const TagDot = ({ color }: { color: string }) => (
  <span aria-hidden className={styles['dot']} style={{ background: color }} />
)
