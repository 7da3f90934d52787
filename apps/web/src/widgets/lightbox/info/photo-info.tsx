import { formatBytes, MAX_CAPTION_LENGTH, MAX_TAG_LABEL_LENGTH, MAX_TITLE_LENGTH } from '@daymark/contracts'
import { Download, Pencil, Plus, X } from 'lucide-react'
import { type KeyboardEvent, type SyntheticEvent, useRef, useState } from 'react'
import { savePhotoChange, saveTags } from '../../../domain/photos/photo-edit.actions.ts'
import type { Photo } from '../../../domain/photos/photo.ts'
import { useTagColors } from '../../../domain/tags/tag-display.ts'
import { formatDateTime } from '../../../lib/format/dates.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { FileVersions } from '../../file-replacement/file-versions.tsx'
import { TagDot } from '../../tags/tag-chips.tsx'
import styles from './info.module.css'

function FileDetails({ photo }: { photo: Photo }) {
  const { original_filename, original_format, size, width, height, created_at, filename, sent_by } = photo
  return (
    <>
      <dl className={styles['details']}>
        <dt>File</dt>
        <dd>{original_filename}</dd>
        <dt>Format</dt>
        <dd>
          {original_format}, {formatBytes(size)}
        </dd>
        {width && height && (
          <>
            <dt>Size</dt>
            <dd>
              {width} × {height}
            </dd>
          </>
        )}
        <dt>Uploaded</dt>
        <dd>{formatDateTime(created_at)}</dd>
        {sent_by && (
          <>
            <dt>From</dt>
            <dd>{sent_by}</dd>
          </>
        )}
      </dl>
      <a
        href={`/media/originals/${encodeURIComponent(filename)}`}
        download={original_filename}
        className={styles['download']}
      >
        <Download aria-hidden />
        Download original
      </a>
    </>
  )
}

/** L-LB-02, L-LB-09, L-LB-11, L-LB-12: the details of a photo with fields to edit them. */
export function PhotoInfo({ photo }: { photo: Photo }) {
  return (
    <section aria-label="Info" className={styles['info']}>
      <h2 className="text-4">
        <InlineText
          key={`title ${photo.id}`}
          name="title"
          value={photo.title}
          placeholder="Add a title"
          maxLength={MAX_TITLE_LENGTH}
          onSave={title => void savePhotoChange(photo, { title })}
        />
      </h2>
      <InlineText
        key={`caption ${photo.id}`}
        name="caption"
        value={photo.caption}
        placeholder="Add a caption"
        maxLength={MAX_CAPTION_LENGTH}
        isLong
        onSave={caption => void savePhotoChange(photo, { caption })}
      />
      <PhotoTags key={`tags ${photo.id}`} tags={photo.tags} onChange={labels => void saveTags(photo, labels)} />
      <FileDetails photo={photo} />
      <FileVersions key={`file ${photo.id}`} photo={photo} />
    </section>
  )
}

const equalsIgnoringCase = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** L-LB-11: the tags of a photo. A new label creates a tag. */
function PhotoTags({ tags, onChange }: { tags: Photo['tags']; onChange: (labels: string[]) => void }) {
  const { colorOf } = useTagColors()
  const [label, setLabel] = useState('')
  const labels = tags.map(tag => tag.label)
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    const newLabel = label.trim()
    if (newLabel && !labels.some(existingLabel => equalsIgnoringCase(existingLabel, newLabel)))
      onChange([...labels, newLabel])
    setLabel('')
  }
  return (
    <div className="stack-2">
      {tags.length > 0 && (
        <ul aria-label="Tags" className={styles['list']}>
          {tags.map(tag => (
            <li key={tag.id} className={styles['tag']}>
              <TagDot color={colorOf(tag.id)} />
              {tag.label}
              <button
                type="button"
                aria-label={`Remove tag ${tag.label}`}
                onClick={() => onChange(labels.filter(existingLabel => existingLabel !== tag.label))}
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
          maxLength={MAX_TAG_LABEL_LENGTH}
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

type Props = {
  /** The accessible name of the field, such as 'title'. */
  name: string
  value: string
  placeholder: string
  maxLength: number
  isLong?: boolean
  onSave: (text: string) => void
}

/**
 * L-LB-09, L-LB-10: a text that becomes an input field when the user presses it. Enter and leaving the field save,
 * Escape cancels.
 */
function InlineText({ name, value, placeholder, maxLength, isLong = false, onSave }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isFinished = useRef(false)

  const finishEditing = (shouldSave: boolean, shouldRefocus: boolean) => {
    // When the field is removed, it fires a blur event, which must not save a text that the user canceled.
    if (isFinished.current) return
    isFinished.current = true
    if (shouldSave && draft !== null && draft.trim() !== value) onSave(draft.trim())
    setDraft(null)
    if (shouldRefocus) queueMicrotask(() => button.current?.focus())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing && !(isLong && event.shiftKey)
    if (!isEnter && event.key !== 'Escape') return
    // Prevents Escape from closing the surrounding dialog.
    event.preventDefault()
    event.stopPropagation()
    finishEditing(isEnter, true)
  }
  const startEditing = () => {
    isFinished.current = false
    setDraft(value)
  }

  if (draft === null)
    return (
      <button
        ref={button}
        type="button"
        className={styles['text']}
        aria-label={value ? `Edit ${name}: ${value}` : placeholder}
        onClick={startEditing}
      >
        <span className={classNames(!value && 'muted')}>{value || placeholder}</span>
        <Pencil aria-hidden />
      </button>
    )
  const fieldProps = {
    'aria-label': name,
    value: draft,
    maxLength,
    autoFocus: true,
    className: styles['field'],
    onKeyDown,
    onBlur: () => finishEditing(true, false),
  }
  return isLong ? (
    <textarea
      rows={4}
      {...fieldProps}
      onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
      onChange={event => setDraft(event.target.value)}
    />
  ) : (
    <input
      type="text"
      {...fieldProps}
      onFocus={event => event.target.select()}
      onChange={event => setDraft(event.target.value)}
    />
  )
}
