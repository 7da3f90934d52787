import type { http } from '@daymark/contracts'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { formatMoment } from '../../../lib/format/dates.ts'
import { parseJson } from '../../../lib/api.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { CodeBlock } from '../code/code-block.tsx'
import { HeaderList } from '../code/header-list.tsx'
import { jsonLines, plainLines } from '../code/json-lines.ts'
import styles from './deliveries.module.css'
import { useWork } from '../../../ui/feedback/use-work.ts'
import { redeliver } from './webhooks.actions.ts'
import { delivery as deliveryRead } from './webhooks.queries.ts'

type Props = { webhookId: string; delivery: http.v1.Delivery }

const WORDS = { pending: 'Waiting', delivered: 'Delivered', failed: 'Failed' } as const

/** The result and the last response, in a line. */
function factsOf({ status, response_status, duration_ms, attempts, next_attempt_at, error }: http.v1.Delivery) {
  const facts = [
    response_status === null ? attempts > 0 && (error ?? 'No answer') : `Status ${response_status}`,
    duration_ms !== null && `${duration_ms} ms`,
    attempts > 1 && `${attempts} attempts`,
    status === 'pending' && attempts > 0 && next_attempt_at && `again ${formatMoment(next_attempt_at)}`,
  ]
  return facts.filter(Boolean).join(' · ')
}

export function DeliveryRow({ webhookId, delivery }: Props) {
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
          {formatMoment(created_at)}
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
  const { isBusy, run } = useWork()
  if (isError) return <p className={styles['note']}>This delivery could not be loaded.</p>
  if (!data) return <Spinner label="Loading this delivery" />
  return (
    <div className={styles['details']}>
      {data.error && <p className={styles['note']}>{data.error}</p>}
      {data.request && <Message title="Request" of={delivery} {...data.request} />}
      {data.response && <Message title="Answer" of={delivery} {...data.response} />}
      {!data.request && <p className={styles['note']}>Deliveries are kept for 7 days.</p>}
      <div>
        <Button
          size="small"
          disabled={isBusy}
          onClick={() => void run(() => redeliver(webhookId, delivery.id), 'Sending again.')}
        >
          Send Again
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
