import { useEffect, useRef } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { subscriptionQuery } from '../../domain/plan/plan.queries.ts'
import { formatDate } from '../../lib/format/dates.ts'
import { logFailure } from '../../lib/log.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton, Skeletons } from '../../ui/feedback/skeleton.tsx'
import { invoices, subscriptionConfig } from './billing.api.ts'
import styles from './billing.module.css'
import { formatTotal } from './comparison.ts'
import { CheckoutNote, CurrentPlan, PaymentNote, PlanNote } from './current-plan.tsx'
import { Plans } from './plans.tsx'

const Waiting = () => (
  <Skeletons label="Loading billing" className={styles['billing']}>
    <Skeleton className={styles['waiting']} />
    <Skeleton className={styles['waiting']} />
  </Skeletons>
)

/** The current plan, its cost and the other plans: as a page and as a dialog of Settings. */
export function Billing() {
  useProviderScript()
  const { data: plan, isPending, error, refetch } = useCached(subscriptionQuery())
  const plans = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (error) logFailure('The plan could not be read', error)
  }, [error])
  const showPlans = () => {
    plans.current?.scrollIntoView?.({ block: 'start' })
    plans.current?.focus({ preventScroll: true })
  }
  if (isPending) return <Waiting />
  if (!plan)
    return (
      <Notice tone="danger" action={<Button onClick={() => void refetch()}>Try Again</Button>}>
        Your plan could not be loaded.
      </Notice>
    )
  return (
    <div className={styles['billing']}>
      <CheckoutNote plan={plan} />
      <PlanNote plan={plan} />
      <CurrentPlan plan={plan} onUpgrade={showPlans} />
      <Plans plan={plan} ref={plans} />
      {plan.managed && <Invoices />}
      <PaymentNote />
    </div>
  )
}

const STATUS: Record<string, string> = { open: 'Unpaid', uncollectible: 'Unpaid', void: 'Void', draft: 'Draft' }

/** The newest invoices. Hidden without invoices, and when the card provider does not respond. */
function Invoices() {
  const { data = [] } = useCached(invoices())
  if (data.length === 0) return null
  return (
    <section aria-labelledby="invoices" className={styles['part']}>
      <h2 id="invoices" className={styles['title']}>
        Invoices
      </h2>
      <ul className={styles['invoices']}>
        {data.map(({ id, number, date, status, total, currency, url, pdf }) => (
          <li key={id} className={styles['invoice']}>
            <span className={styles['when']}>
              {formatDate(date)}
              <span className={styles['number']}>{[number, STATUS[status]].filter(Boolean).join(' · ')}</span>
            </span>
            <strong>{formatTotal(total, currency)}</strong>
            {(pdf ?? url) && (
              <a
                href={pdf ?? url ?? undefined}
                target="_blank"
                rel="noreferrer"
                aria-label={`Invoice of ${formatDate(date)}`}
              >
                View
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const ADDRESS = 'https://js.stripe.com/v3/'
/** Only these pages may load it (apps/gateway/src/pages/billing-pages.ts). */
const PAGES = ['/billing', '/settings']

/** The address from which the document was loaded; client-side navigation does not change its content security policy. */
function loadedFrom(): string {
  const [entry] = performance.getEntriesByType('navigation')
  return entry ? new URL(entry.name, window.location.href).pathname : window.location.pathname
}

function load() {
  if (document.querySelector(`script[src="${ADDRESS}"]`)) return
  const script = document.createElement('script')
  script.src = ADDRESS
  script.async = true
  document.head.append(script)
}

/**
 * S-BILL-06: the card provider's fraud detection script, loaded only on billing screens and only if a provider is configured.
 * A document loaded for another screen may not load it, so it is reloaded once; its address contains the whole state.
 */
function useProviderScript(reload = () => window.location.reload()) {
  const { data: config } = useCached(subscriptionConfig())
  const isConfigured = config?.configured === true
  useEffect(() => {
    if (!isConfigured) return
    if (PAGES.includes(loadedFrom())) load()
    else reload()
  }, [isConfigured, reload])
}
