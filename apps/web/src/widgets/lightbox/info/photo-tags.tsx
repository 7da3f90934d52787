import { MAX_TAG_LABEL } from '@daymark/contracts'
import { Plus, X } from 'lucide-react'
import { useState, type SyntheticEvent } from 'react'
import { useTagColors } from '../../../domain/tags/tag-colors.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import type { Photo } from '../../../domain/photos/photo.ts'
import { TagDot } from '../../tags/tag-dot.tsx'
import styles from './photo-tags.module.css'

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** L-LB-11: the tags of one photo; a new label creates a tag. */
export function PhotoTags({ tags, onChange }: { tags: Photo['tags']; onChange: (labels: string[]) => void }) {
  const { colorOf } = useTagColors()
  const [label, setLabel] = useState('')
  const labels = tags.map(tag => tag.label)
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    const added = label.trim()
    if (added && !labels.some(known => same(known, added))) onChange([...labels, added])
    setLabel('')
  }
  return (
    <div className={styles['tags']}>
      {tags.length > 0 && (
        <ul aria-label="Tags" className={styles['list']}>
          {tags.map(tag => (
            <li key={tag.id} className={styles['tag']}>
              <TagDot color={colorOf(tag.id)} />
              {tag.label}
              <button
                type="button"
                aria-label={`Remove tag ${tag.label}`}
                onClick={() => onChange(labels.filter(known => known !== tag.label))}
              >
                <X aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form className={styles['form']} onSubmit={onSubmit}>
        <input
          aria-label="Add a tag"
          placeholder="Add a tag"
          value={label}
          maxLength={MAX_TAG_LABEL}
          enterKeyHint="done"
          className={styles['input']}
          onChange={event => setLabel(event.target.value)}
        />
        <IconButton name="Add tag" type="submit" size="small" disabled={!label.trim()}>
          <Plus aria-hidden />
        </IconButton>
      </form>
    </div>
  )
}
