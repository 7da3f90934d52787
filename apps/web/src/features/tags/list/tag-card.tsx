import { type http, MAX_TAG_LABEL_LENGTH, TAG_PREVIEW_TILES } from '@daymark/contracts'
import { Ellipsis, Pencil, Tag, Trash2 } from 'lucide-react'
import { type KeyboardEvent, memo, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { formatPhotoCount } from '../../../domain/photos/photo.ts'
import { useTagColors } from '../../../domain/tags/tag-display.ts'
import { useMountedFor } from '../../../lib/hooks/use-mounted-for.ts'
import { Link } from '../../../lib/router.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { BusyIcon, Spinner } from '../../../ui/feedback/spinner.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { Picture } from '../../../widgets/masonry/picture.tsx'
import { ColorChoice } from '../../../widgets/tags/new-tag-form.tsx'
import { TagDot } from '../../../widgets/tags/tag-chips.tsx'
import { renameTag, tagPreviewQuery } from '../manage-tags.api.ts'
import styles from '../tags.module.css'

type TagCardProps = {
  tag: http.Tag
  color: string
  /** The address of the page with the photos of the tag. */
  to: string
  isEditing: boolean
  isDeleting: boolean
  /** Opens the edit form of the tag with this id; null closes it. */
  onEdit: (id: string | null) => void
  onDelete: (tag: http.Tag) => void
}

/** Returns the focus to the card when its form closes. */
function useFocusAfterEditing(isEditing: boolean) {
  const card = useRef<HTMLDivElement>(null)
  const wasEditing = useRef(isEditing)
  useEffect(() => {
    if (wasEditing.current && !isEditing) card.current?.querySelector('a')?.focus({ preventScroll: true })
    wasEditing.current = isEditing
  }, [isEditing])
  return card
}

/** L-TAGP-03: a card with a tag and some of its photos. A click anywhere opens the page with all photos of the tag. */
export const TagCard = memo(function TagCard({
  tag,
  color,
  to,
  isEditing,
  isDeleting,
  onEdit,
  onDelete,
}: TagCardProps) {
  const card = useFocusAfterEditing(isEditing)
  return (
    <div ref={card} aria-busy={isDeleting} className={styles['tag-card']}>
      <Link to={to} className={styles['open']}>
        <span className={styles['preview']}>
          <TagPreview tag={tag} />
        </span>
        <span className={styles['tag-text']}>
          <span className={styles['label']}>
            <TagDot color={color} />
            <span title={tag.label} className={`truncate ${styles['text']}`}>
              {tag.label}
            </span>
          </span>{' '}
          <span className="muted">{formatPhotoCount(tag.usage_count)}</span>
        </span>
      </Link>
      {isDeleting && (
        <div className={styles['deleting']}>
          <Spinner label="Deleting…" />
        </div>
      )}
      {!isDeleting && !isEditing && (
        <div className={styles['menu']}>
          <Menu
            name={`Actions for ${tag.label}`}
            icon={<Ellipsis aria-hidden />}
            items={[
              { label: 'Edit', icon: <Pencil aria-hidden />, onSelect: () => onEdit(tag.id) },
              { label: 'Delete', icon: <Trash2 aria-hidden />, danger: true, onSelect: () => onDelete(tag) },
            ]}
          />
        </div>
      )}
      {isEditing && <TagForm tag={tag} onDone={() => onEdit(null)} />}
    </div>
  )
})

/** The photos of a card are requested after this time, because fast scrolling mounts many cards for a short time. */
const PREVIEW_DELAY_MS = 100

/** L-TAGP-03, L-TAGP-04: up to four photos of the tag in a square, and the number of its other photos. */
function TagPreview({ tag }: { tag: http.Tag }) {
  const isDelayOver = useMountedFor(PREVIEW_DELAY_MS)
  const { data } = useCached(tagPreviewQuery(tag.id), { enabled: isDelayOver && tag.usage_count > 0 })
  const processed = data?.images.filter(photo => photo.processing_status === 'completed') ?? []
  const previewPhotos = processed.slice(0, TAG_PREVIEW_TILES)
  const hiddenCount = tag.usage_count - TAG_PREVIEW_TILES
  if (tag.usage_count === 0)
    return (
      <span className={styles['empty-preview']}>
        <Tag aria-hidden />
      </span>
    )
  return (
    <span className={styles['photos']} data-count={previewPhotos.length}>
      {previewPhotos.map((photo, index) => (
        <span key={photo.id} className={styles['tile']}>
          <Picture src={photo.thumbnail_url} alt="" placeholder={photo.placeholder} />
          {index === TAG_PREVIEW_TILES - 1 && hiddenCount > 0 && (
            <span aria-hidden className={styles['more']}>{`+${hiddenCount}`}</span>
          )}
        </span>
      ))}
    </span>
  )
}

/** L-TAGP-05, L-VAL-03: edits name and color on the card. Enter saves, Escape cancels. */
function TagForm({ tag, onDone }: { tag: http.Tag; onDone: () => void }) {
  const { colorOf, setColor } = useTagColors()
  const [label, setLabel] = useState(tag.label)
  const [color, setFormColor] = useState(colorOf(tag.id))
  const [error, setError] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const trimmed = label.trim()
    if (!trimmed || isSaving) return
    setIsSaving(true)
    // The server stores only the name; colors are stored in this browser.
    const failure = trimmed === tag.label ? null : await renameTag(tag.id, trimmed)
    setIsSaving(false)
    if (failure !== null) return setError(failure)
    setColor(tag.id, color)
    onDone()
  }
  const onKeyDown = ({ key, currentTarget }: KeyboardEvent<HTMLFormElement>) => {
    // If the popover with the colors is open, Escape closes only the popover.
    const isOpen = currentTarget.querySelector(':popover-open') !== null
    if (key === 'Escape' && !isOpen && !isSaving) onDone()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Escape for the fields inside
    <form
      aria-label={`Edit ${tag.label}`}
      aria-busy={isSaving}
      className={styles['form']}
      onSubmit={event => void onSubmit(event)}
      onKeyDown={onKeyDown}
    >
      <div className={styles['fields']}>
        <ColorChoice value={color} disabled={isSaving} onChange={setFormColor} />
        <TextField
          label="Tag name"
          hideLabel
          autoFocus
          value={label}
          error={error}
          readOnly={isSaving}
          maxLength={MAX_TAG_LABEL_LENGTH}
          enterKeyHint="done"
          className="grow"
          onChange={event => setLabel(event.target.value)}
        />
      </div>
      <div className={styles['buttons']}>
        <Button disabled={isSaving} onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" appearance="primary" icon={isSaving && <BusyIcon />} disabled={!label.trim() || isSaving}>
          Save
        </Button>
      </div>
    </form>
  )
}
