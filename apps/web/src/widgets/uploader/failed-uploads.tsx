import { Button } from '../../ui/button.tsx'
import type { UploadItem } from './upload-queue.ts'
import styles from './uploader.module.css'

const reasonOf = ({ error }: UploadItem) => error?.reason ?? error?.text ?? ''

/** What is left of a batch after its list is cleared: nothing is lost silently. A reason is told once, not per file. */
export function FailedUploads({ items, onRetry }: { items: readonly UploadItem[]; onRetry: () => void }) {
  const reasons = [...new Set(items.map(reasonOf))]
  return (
    <section className={styles['failed']}>
      <h3>{items.length === 1 ? '1 file was not uploaded' : `${items.length} files were not uploaded`}</h3>
      <ul className={styles['failed-list']}>
        {reasons.map(reason => (
          <li key={reason}>
            <p>{reason}</p>
            <p className={styles['failed-names']}>
              {items
                .filter(item => reasonOf(item) === reason)
                .map(({ file }) => file.name)
                .join(', ')}
            </p>
          </li>
        ))}
      </ul>
      <Button size="small" onClick={onRetry}>
        Try Again
      </Button>
    </section>
  )
}
