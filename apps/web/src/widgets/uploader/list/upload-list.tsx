import { type ReactNode, useState } from 'react'
import { Button, type ButtonProps } from '../../../ui/buttons/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { UpgradeLink } from '../../plan/locked-feature.tsx'
import { type Duplicate, findDuplicates } from '../queue/duplicate-check.ts'
import type { UploadItem } from '../queue/upload-item.ts'
import type { UploadQueue } from '../queue/upload-queue.ts'
import styles from './upload-list.module.css'
import { UploadRow } from './upload-row.tsx'

type Props = {
  items: readonly UploadItem[]
  /** Why the uploads wait, or null. */
  waitReason: string | null
  isPaused: boolean
  includesDuplicates: boolean
  /** Whether duplicates are added to an album instead of being uploaded. */
  isForAlbum: boolean
  onIncludeDuplicates: (includesDuplicates: boolean) => void
  onRemove: (id: string) => void
  onRetry: (id: string) => void
}

/** The maximum number of files that are shown until the user requests all files. */
const MAX_SHOWN_FILES = 200
/** In longer lists, files have no previews: decoding thousands of photos would slow down their upload. */
const MAX_PREVIEWED_FILES = 100

export function UploadList(props: Props) {
  const { items, waitReason, isPaused, includesDuplicates, isForAlbum, onIncludeDuplicates, onRemove, onRetry } = props
  const duplicates = findDuplicates(items)
  const [isExpanded, setExpanded] = useState(false)
  const shownItems = isExpanded ? items : selectShownItems(items)
  return (
    <section className={styles['uploads']}>
      {waitReason && <Notice tone="warning">{waitReason}</Notice>}
      <div className={styles['header']}>
        <p className="muted" role="status">
          {isPaused && 'Paused: '}
          {summarizeItems(items, duplicates)}
        </p>
        {duplicates.size > 0 && (
          <Switch
            label="Upload duplicates too"
            checked={includesDuplicates}
            onChange={event => onIncludeDuplicates(event.target.checked)}
          />
        )}
      </div>
      <ul aria-label="Files to upload" className={styles['list']}>
        {shownItems.map(item => (
          <UploadRow
            key={item.id}
            item={item}
            duplicate={duplicates.get(item.id) ?? null}
            isForAlbum={isForAlbum}
            isSkipped={!includesDuplicates}
            showsPreview={items.length <= MAX_PREVIEWED_FILES}
            onRemove={onRemove}
            onRetry={onRetry}
          />
        ))}
      </ul>
      {shownItems.length < items.length && (
        <Button appearance="quiet" size="small" onClick={() => setExpanded(true)}>
          Show all {items.length} files
        </Button>
      )}
    </section>
  )
}

/**
 * Returns the part of a long list that is shown: the files around the file that is being uploaded. The range moves in
 * steps, so that the list does not move with every file.
 */
export function selectShownItems(items: readonly UploadItem[]) {
  const isPending = ({ state }: UploadItem) => state === 'uploading' || state === 'waiting'
  const currentIndex = items.some(isPending) ? items.findIndex(isPending) : items.length - 1
  const stepSize = MAX_SHOWN_FILES / 2
  const start = Math.max(0, Math.floor(currentIndex / stepSize) * stepSize - stepSize / 2)
  return items.slice(Math.min(start, Math.max(0, items.length - MAX_SHOWN_FILES)), start + MAX_SHOWN_FILES)
}

function summarizeItems(items: readonly UploadItem[], duplicates: ReadonlyMap<string, Duplicate>) {
  const uploadedCount = items.filter(({ state }) => state === 'complete').length
  const files = items.length === 1 ? '1 file' : `${items.length} files`
  const progress = uploadedCount > 0 ? `${uploadedCount} of ${items.length} uploaded` : files
  const existingCount = [...duplicates.values()].filter(duplicate => duplicate === 'in-library').length
  return existingCount > 0 ? `${progress}, ${existingCount} already in your library` : progress
}

const getFailureReason = ({ error }: UploadItem) => error?.reason ?? error?.text ?? ''

type PauseButtonProps = Pick<ButtonProps, 'appearance' | 'size'> & { queue: UploadQueue; isPaused: boolean }

/** Pauses or resumes the uploads of a list. It stays the same element, so that it keeps the focus. */
export const PauseButton = ({ queue, isPaused, ...look }: PauseButtonProps) => (
  <Button {...look} onClick={() => (isPaused ? queue.resume() : queue.pause())}>
    {isPaused ? 'Resume' : 'Pause'}
  </Button>
)

/** Lists the failed files, grouped by the reason, after the upload list was cleared. */
export function FailedUploads(props: { items: readonly UploadItem[]; onRetry: () => void; children?: ReactNode }) {
  const { items, onRetry, children } = props
  const reasons = Map.groupBy(items, getFailureReason)
  return (
    <section className={styles['failed']}>
      <div className={styles['failed-header']}>
        <h3>{items.length === 1 ? '1 file was not uploaded' : `${items.length} files were not uploaded`}</h3>
        {children}
      </div>
      <ul className={styles['failed-list']}>
        {[...reasons].map(([reason, files]) => (
          <li key={reason}>
            <p>{reason}</p>
            <p className={styles['names']}>{files.map(({ file }) => file.name).join(', ')}</p>
          </li>
        ))}
      </ul>
      <div className="wrap">
        <Button size="small" onClick={onRetry}>
          Retry Failed
        </Button>
        {items.some(({ error }) => error?.needsUpgrade) && <UpgradeLink size="small" />}
      </div>
    </section>
  )
}
