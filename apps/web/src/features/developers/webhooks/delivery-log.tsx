import type { http } from '@daymark/contracts'
import { ChevronDown } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { parseJson } from '../../../lib/api.ts'
import { formatShortDateTime } from '../../../lib/format/dates.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { useAction } from '../../../ui/feedback/use-work.ts'
import { CodeBlock, HeaderList } from '../code/code-block.tsx'
import { jsonLines, plainLines } from '../code/code-line.ts'
import styles from './deliveries.module.css'
import { deliveries, delivery as deliveryRead, redeliver, redeliverFailed } from './webhooks.api.ts'

const PAGE = 20
const MOST = 200
/** Pending deliveries change while the page is open. */
const LOOK_AGAIN_MS = 2000

/** The deliveries of a webhook, newest first. */
export function DeliveryLog({ webhookId }: { webhookId: string }) {
  const [limit, setLimit] = useState(PAGE)
  const { data, isError, refetch } = useCached(deliveries(webhookId, limit), { keepPrevious: true })
  const { isBusy, run } = useAction()
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

type Props = { webhookId: string; delivery: http.v1.Delivery }

const WORDS = { pending: 'Waiting', delivered: 'Delivered', failed: 'Failed' } as const

/** The result and the last response, in a line. */
function factsOf({ status, response_status, duration_ms, attempts, next_attempt_at, error }: http.v1.Delivery) {
  const facts = [
    response_status === null ? attempts > 0 && (error ?? 'No response') : `Status ${response_status}`,
    duration_ms !== null && `${duration_ms} ms`,
    attempts > 1 && `${attempts} attempts`,
    status === 'pending' && attempts > 0 && next_attempt_at && `next attempt ${formatShortDateTime(next_attempt_at)}`,
  ]
  return facts.filter(Boolean).join(' · ')
}

function DeliveryRow({ webhookId, delivery }: Props) {
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
          {WORDS[status]}
        </span>
        <code className={styles['type']}>{type}</code>
        <span className={styles['facts']}>{factsOf(delivery)}</span>
        <time dateTime={created_at} className={styles['time']}>
          {formatShortDateTime(created_at)}
        </time>
        <ChevronDown aria-hidden />
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <Details webhookId={webhookId} delivery={delivery} />}
      </div>
    </li>
  )
}

function Details({ webhookId, delivery }: Props) {
  const { data, isError } = useCached(deliveryRead(webhookId, delivery.id))
  const { isBusy, run } = useAction()
  if (isError) return <p className={styles['note']}>This delivery could not be loaded.</p>
  if (!data) return <Spinner label="Loading this delivery" />
  return (
    <div className={styles['details']}>
      {data.error && <p className={styles['note']}>{data.error}</p>}
      {data.request && <Message title="Request" of={delivery} {...data.request} />}
      {data.response && <Message title="Response" of={delivery} {...data.response} />}
      {!data.request && <p className={styles['note']}>Deliveries are kept for 7 days.</p>}
      <div>
        <Button
          size="small"
          disabled={isBusy}
          onClick={() => void run(() => redeliver(webhookId, delivery.id), 'Resending.')}
        >
          Resend
        </Button>
      </div>
    </div>
  )
}

type MessageProps = { title: string; of: { id: string }; headers: Record<string, string>; body: string }

function Message({ title, of, headers, body }: MessageProps) {
  const json = parseJson(body)
  return (
    <div className={styles['message']}>
      <CodeBlock
        title={title}
        name={`${title} of delivery ${of.id}`}
        lines={json === null ? plainLines(body) : jsonLines(json)}
      />
      <HeaderList headers={Object.entries(headers)} />
    </div>
  )
}
