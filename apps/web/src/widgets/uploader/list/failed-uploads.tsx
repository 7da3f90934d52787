import type { ReactNode } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { UpgradeLink } from '../../plan/upgrade-link.tsx'
import type { UploadItem } from '../queue/upload-item.ts'
import styles from './failed-uploads.module.css'

const reasonOf = ({ error }: UploadItem) => error?.reason ?? error?.text ?? ''

/** The failed files after the list is cleared, so that no failure is silent. A reason is shown once, not per file. */
export function FailedUploads(props: { items: readonly UploadItem[]; onRetry: () => void; children?: ReactNode }) {
  const { items, onRetry, children } = props
  const reasons = Map.groupBy(items, reasonOf)
  return (
    <section className={styles['failed']}>
      <div className={styles['head']}>
        <h3>{items.length === 1 ? '1 file was not uploaded' : `${items.length} files were not uploaded`}</h3>
        {children}
      </div>
      <ul className={styles['list']}>
        {[...reasons].map(([reason, files]) => (
          <li key={reason}>
            <p>{reason}</p>
            <p className={styles['names']}>{files.map(({ file }) => file.name).join(', ')}</p>
          </li>
        ))}
      </ul>
      <div className={styles['actions']}>
        <Button size="small" onClick={onRetry}>
          Retry failed
        </Button>
        {items.some(({ error }) => error?.needsUpgrade) && <UpgradeLink size="small" />}
      </div>
    </section>
  )
}
