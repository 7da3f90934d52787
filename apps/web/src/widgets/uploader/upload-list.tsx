import { CircleCheck, RotateCcw, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatFileSize } from '../../lib/format-file-size.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { UploadItem } from './upload-queue.ts'
import styles from './upload-list.module.css'

type Props = { items: readonly UploadItem[]; onRemove: (id: string) => void; onRetry: (id: string) => void }

export function UploadList({ items, onRemove, onRetry }: Props) {
  const done = items.filter(({ state }) => state === 'complete').length
  return (
    <section>
      <p className={styles['summary']} role="status">
        {done > 0 ? `${done} of ${items.length} uploaded` : items.length === 1 ? '1 file' : `${items.length} files`}
      </p>
      <ul aria-label="Files to upload" className={styles['list']}>
        {items.map(item => (
          <UploadRow key={item.id} item={item} onRemove={() => onRemove(item.id)} onRetry={() => onRetry(item.id)} />
        ))}
      </ul>
    </section>
  )
}

function UploadRow({ item, onRemove, onRetry }: { item: UploadItem; onRemove: () => void; onRetry: () => void }) {
  const { file, state, percent, error } = item
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (state === 'uploading' && row.current) keepInView(row.current)
  }, [state])
  return (
    <li ref={row} className={styles['row']}>
      <div className={styles['what']}>
        <span className={styles['name']}>{file.name}</span>
        <span className={styles['size']}>{formatFileSize(file.size)}</span>
        {(state === 'uploading' || state === 'complete') && (
          <ProgressBar name={`Upload of ${file.name}`} value={percent} />
        )}
        {error && (
          <p className={styles['error']}>
            <TriangleAlert aria-hidden />
            <span>
              {error.text}
              {error.reason && <span className={styles['reason']}>{error.reason}</span>}
            </span>
          </p>
        )}
      </div>
      <span className={styles['state']}>
        {state === 'uploading' && (percent < 100 ? `${percent}%` : 'Finishing…')}
        {state === 'complete' && <CircleCheck role="img" aria-label="Uploaded" className={styles['complete']} />}
      </span>
      {state === 'error' && (
        <IconButton name={`Try ${file.name} again`} size="small" onClick={onRetry}>
          <RotateCcw aria-hidden />
        </IconButton>
      )}
      {state !== 'complete' && (
        <IconButton name={`Remove ${file.name}`} size="small" onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      )}
    </li>
  )
}

/** The file under way stays in the middle of a long list. Only the list scrolls: the page belongs to the person. */
function keepInView(row: HTMLElement) {
  const list = row.parentElement
  if (list) list.scrollTop = row.offsetTop - (list.clientHeight - row.offsetHeight) / 2
}
