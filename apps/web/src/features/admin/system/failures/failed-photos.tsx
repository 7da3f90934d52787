import { formatBytes } from '@daymark/contracts'
import { formatMoment } from '../../../../lib/format/dates.ts'
import { Link } from '../../../../lib/router.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { useWork } from '../../../../ui/feedback/use-work.ts'
import { Card, Read } from '../../frame/card.tsx'
import { More } from '../../lists/more.tsx'
import table from '../../lists/table.module.css'
import { usePages } from '../../lists/use-pages.ts'
import { requeue } from '../system.actions.ts'
import { failedPhotos } from '../system.queries.ts'
import styles from '../system.module.css'

/** Photos whose processing failed; after a fault is fixed, one or all can be retried. */
export function FailedPhotos() {
  const { reading, more, showMore } = usePages(failedPhotos)
  const { isBusy, run } = useWork()
  const again = (ids?: string[]) => void run(() => requeue(ids), 'Processing again.')
  const all = reading.data && reading.data.items.length > 1 && (
    <Button size="small" disabled={isBusy} onClick={() => again()}>
      Process All Again
    </Button>
  )
  return (
    <Card title="Failed photos" aside={all} wide>
      <Read reading={reading} title="Failed photos">
        {page =>
          page.items.length === 0 ? (
            <p className={styles['none']}>No failed photos.</p>
          ) : (
            <>
              <ul>
                {page.items.map(({ id, filename, owner_id, owner_name, size, uploaded_at }) => (
                  <li key={id} className={styles['item']}>
                    <div className={styles['words']}>
                      <strong>{filename}</strong>
                      <span className={table['small']}>
                        <Link to={`/admin/users/${owner_id}`}>{owner_name ?? 'Unknown user'}</Link> ·{' '}
                        {formatBytes(size)} · {formatMoment(uploaded_at)}
                      </span>
                    </div>
                    <Button
                      size="small"
                      disabled={isBusy}
                      aria-label={`Process Again: ${filename}`}
                      onClick={() => again([id])}
                    >
                      Process Again
                    </Button>
                  </li>
                ))}
              </ul>
              <More page={page} more={more} onMore={showMore} />
            </>
          )
        }
      </Read>
    </Card>
  )
}
