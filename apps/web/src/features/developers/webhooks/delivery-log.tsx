import type { http } from '@daymark/contracts'
import { ChevronDown } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { parseJson } from '../../../lib/api.ts'
import { formatShortDateTime } from '../../../lib/format/dates.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { CodeBlock, HeaderList } from '../code/code-block.tsx'
import { formatJsonLines, splitPlainLines } from '../code/code-line.ts'
import styles from './deliveries.module.css'
import { deliveriesQuery, deliveryQuery, redeliver, redeliverFailed } from './webhooks.api.ts'

const PAGE_SIZE = 20
/** The maximum number of deliveries on the page. Further deliveries can be listed only through the API. */
const MAX_DELIVERIES = 200
/** The polling interval while deliveries are pending. */
const POLL_MS = 2000

/** Lists the deliveries of a webhook, newest first. */
export function DeliveryLog({ webhookId }: { webhookId: string }) {
  const [limit, setLimit] = useState(PAGE_SIZE)
  const { data, isError, refetch } = useCached(deliveriesQuery(webhookId, limit), { keepPrevious: true })
  const { isBusy, run } = useAction()
  const hasPending = data?.deliveries.some(({ status }) => status === 'pending') ?? false
  useEffect(() => {
    if (!hasPending) return
    const timer = setInterval(() => !document.hidden && void refetch(), POLL_MS)
    return () => clearInterval(timer)
  }, [hasPending, refetch])

  if (isError) return <p className={styles['note']}>The deliveries could not be loaded.</p>
  if (!data) return <Spinner label="Loading deliveries" />
  if (data.deliveries.length === 0)
    return <p className={styles['note']}>No deliveries yet. Send a test event, or wait for an event.</p>
  const hasFailed = data.deliveries.some(({ status }) => status === 'failed')
  return (
    <section aria-label="Deliveries" className={`stack-3 shrinkable ${styles['log']}`}>
      {hasFailed && (
        <div>
          <Button
            size="small"
            disabled={isBusy}
            onClick={() => void run(() => redeliverFailed(webhookId), 'Resending all failed deliveries.')}
          >
            Resend All Failed
          </Button>
        </div>
      )}
      <ul className={styles['list']}>
        {data.deliveries.map(delivery => (
          <DeliveryRow key={delivery.id} webhookId={webhookId} delivery={delivery} />
        ))}
      </ul>
      {data.next_cursor && limit < MAX_DELIVERIES && (
        <div>
          <Button appearance="quiet" size="small" onClick={() => setLimit(limit + PAGE_SIZE)}>
            Show More
          </Button>
        </div>
      )}
    </section>
  )
}

type DeliveryProps = { webhookId: string; delivery: http.v1.Delivery }

const STATUS_LABELS = { pending: 'Waiting', delivered: 'Delivered', failed: 'Failed' } as const

/** Returns the result of a delivery and its last response as a text. */
function describeDelivery({
  status,
  response_status,
  duration_ms,
  attempts,
  next_attempt_at,
  error,
}: http.v1.Delivery) {
  const details = [
    response_status === null ? attempts > 0 && (error ?? 'No response') : `Status ${response_status}`,
    duration_ms !== null && `${duration_ms} ms`,
    attempts > 1 && `${attempts} attempts`,
    status === 'pending' && attempts > 0 && next_attempt_at && `next attempt ${formatShortDateTime(next_attempt_at)}`,
  ]
  return details.filter(Boolean).join(' · ')
}

function DeliveryRow({ webhookId, delivery }: DeliveryProps) {
  const { status, type, created_at } = delivery
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <li className={styles['row']}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        className={styles['toggle']}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles['status']} data-status={status}>
          {STATUS_LABELS[status]}
        </span>
        <code className={styles['type']}>{type}</code>
        <span className={styles['delivery-details']}>{describeDelivery(delivery)}</span>
        <time dateTime={created_at} className={styles['time']}>
          {formatShortDateTime(created_at)}
        </time>
        <ChevronDown aria-hidden className="chevron" />
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <DeliveryDetails webhookId={webhookId} delivery={delivery} />}
      </div>
    </li>
  )
}

function DeliveryDetails({ webhookId, delivery }: DeliveryProps) {
  const { data, isError } = useCached(deliveryQuery(webhookId, delivery.id))
  const { isBusy, run } = useAction()
  if (isError) return <p className={styles['note']}>This delivery could not be loaded.</p>
  if (!data) return <Spinner label="Loading this delivery" />
  return (
    <div className={`stack-3 shrinkable ${styles['details']}`}>
      {data.error && <p className={styles['note']}>{data.error}</p>}
      {data.request && <HttpMessage title="Request" delivery={delivery} {...data.request} />}
      {data.response && <HttpMessage title="Response" delivery={delivery} {...data.response} />}
      {!data.request && <p className={styles['note']}>No request has been sent yet. Deliveries are kept for 7 days.</p>}
      <div>
        <Button
          size="small"
          disabled={isBusy}
          onClick={() => void run(() => redeliver(webhookId, delivery.id), 'Resending the delivery.')}
        >
          Resend
        </Button>
      </div>
    </div>
  )
}

type HttpMessageProps = { title: string; delivery: { id: string }; headers: Record<string, string>; body: string }

function HttpMessage({ title, delivery, headers, body }: HttpMessageProps) {
  const json = parseJson(body)
  return (
    <div className={`stack-1 shrinkable ${styles['message']}`}>
      <CodeBlock
        title={title}
        name={`${title} of delivery ${delivery.id}`}
        lines={json === null ? splitPlainLines(body) : formatJsonLines(json)}
      />
      <HeaderList headers={Object.entries(headers)} />
    </div>
  )
}
