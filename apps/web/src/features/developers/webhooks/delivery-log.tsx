import { useEffect, useState } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { DeliveryRow } from './delivery-row.tsx'
import { useWork } from '../../../ui/feedback/use-work.ts'
import { redeliverFailed } from './webhooks.actions.ts'
import { deliveries } from './webhooks.queries.ts'
import styles from './deliveries.module.css'

const PAGE = 20
const MOST = 200
/** Pending deliveries change while the page is open. */
const LOOK_AGAIN_MS = 2000

/** The deliveries of a webhook, newest first. */
export function DeliveryLog({ webhookId }: { webhookId: string }) {
  const [limit, setLimit] = useState(PAGE)
  const { data, isError, refetch } = useCached(deliveries(webhookId, limit), { keepPrevious: true })
  const { isBusy, run } = useWork()
  const isWaiting = data?.deliveries.some(({ status }) => status === 'pending') ?? false
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => !document.hidden && void refetch(), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isWaiting, refetch])

  if (isError) return <p className={styles['note']}>The deliveries could not be loaded.</p>
  if (!data) return <Spinner label="Loading deliveries" />
  if (data.deliveries.length === 0)
    return <p className={styles['note']}>No deliveries yet. Send a test event, or wait for a real one.</p>
  const hasFailed = data.deliveries.some(({ status }) => status === 'failed')
  return (
    <section aria-label="Deliveries" className={styles['log']}>
      {hasFailed && (
        <div>
          <Button
            size="small"
            disabled={isBusy}
            onClick={() => void run(() => redeliverFailed(webhookId), 'Sending all failed deliveries again.')}
          >
            Send All Failed Again
          </Button>
        </div>
      )}
      <ul className={styles['list']}>
        {data.deliveries.map(delivery => (
          <DeliveryRow key={delivery.id} webhookId={webhookId} delivery={delivery} />
        ))}
      </ul>
      {data.next_cursor && limit < MOST && (
        <div>
          <Button look="quiet" size="small" onClick={() => setLimit(limit + PAGE)}>
            Show More
          </Button>
        </div>
      )}
    </section>
  )
}
