import { useEffect, useRef } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { subscriptionQuery } from '../../domain/plan/plan.queries.ts'
import { formatDate } from '../../lib/format/dates.ts'
import { useFailureLog } from '../../lib/hooks/use-failure-log.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton, Skeletons } from '../../ui/feedback/skeleton.tsx'
import { Modal } from '../../ui/overlay/modal.tsx'
import { invoicesQuery, subscriptionConfigQuery } from './billing.api.ts'
import styles from './billing.module.css'
import { formatTotal } from './comparison.ts'
import { CheckoutNote, CurrentPlan, PaymentNote, PlanNote } from './current-plan.tsx'
import { Plans } from './plans.tsx'

const BillingSkeleton = () => (
  <Skeletons label="Loading billing" className="stack-5 shrinkable">
    <Skeleton className={styles['loading']} />
    <Skeleton className={styles['loading']} />
  </Skeletons>
)

/** The current plan, its cost and the other plans. The billing page and a dialog in Settings show it. */
export function Billing() {
  useProviderScript()
  const { data: plan, isPending, error, refetch } = useCached(subscriptionQuery())
  const plans = useRef<HTMLHeadingElement>(null)
  useFailureLog('The plan could not be read', error)
  const showPlans = () => {
    plans.current?.scrollIntoView?.({ block: 'start' })
    plans.current?.focus({ preventScroll: true })
  }
  if (isPending) return <BillingSkeleton />
  if (!plan)
    return (
      <Notice tone="danger" action={<Button onClick={() => void refetch()}>Try Again</Button>}>
        Your plan could not be loaded.
      </Notice>
    )
  return (
    <div className="stack-5 shrinkable">
      <CheckoutNote plan={plan} />
      <PlanNote plan={plan} />
      <CurrentPlan plan={plan} onUpgrade={showPlans} />
      <Plans plan={plan} ref={plans} />
      {plan.managed && <Invoices />}
      <PaymentNote />
    </div>
  )
}

const INVOICE_STATUS_LABELS: Record<string, string> = {
  open: 'Unpaid',
  uncollectible: 'Unpaid',
  void: 'Void',
  draft: 'Draft',
}

/** The newest invoices. Renders nothing without invoices, or if the payment provider does not respond. */
function Invoices() {
  const { data = [] } = useCached(invoicesQuery())
  if (data.length === 0) return null
  return (
    <section aria-labelledby="invoices" className="stack-3">
      <h2 id="invoices" className="text-4">
        Invoices
      </h2>
      <ul className="surface">
        {data.map(({ id, number, date, status, total, currency, url, pdf }) => (
          <li key={id} className={styles['invoice']}>
            <span className={styles['invoice-date']}>
              {formatDate(date)}
              <span className="muted break-anywhere">
                {[number, INVOICE_STATUS_LABELS[status]].filter(Boolean).join(' · ')}
              </span>
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

const PROVIDER_SCRIPT_URL = 'https://js.stripe.com/v3/'
/** Only the content security policies of these pages allow the script (apps/gateway/src/pages/billing-pages.ts). */
const PAGES_WITH_SCRIPT = ['/billing', '/settings']

/**
 * Returns the path from which the document was loaded. The content security policy of this path applies even after
 * client-side navigation.
 */
function readDocumentPath(): string {
  const [entry] = performance.getEntriesByType('navigation')
  return entry ? new URL(entry.name, window.location.href).pathname : window.location.pathname
}

function loadProviderScript() {
  if (document.querySelector(`script[src="${PROVIDER_SCRIPT_URL}"]`)) return
  const script = document.createElement('script')
  script.src = PROVIDER_SCRIPT_URL
  script.async = true
  document.head.append(script)
}

/**
 * S-BILL-06: loads the script of the payment provider for fraud detection, on billing screens and if a provider is
 * configured. If the content security policy of the document forbids the script, the document is reloaded once; nothing
 * is lost, because the URL contains the whole state.
 */
function useProviderScript(reload = () => window.location.reload()) {
  const { data: config } = useCached(subscriptionConfigQuery())
  const isConfigured = config?.configured === true
  useEffect(() => {
    if (!isConfigured) return
    if (PAGES_WITH_SCRIPT.includes(readDocumentPath())) loadProviderScript()
    else reload()
  }, [isConfigured, reload])
}

/** The billing screen as a dialog in Settings (S-SET-05, S-SET-06). */
export const BillingDialog = ({ onClose }: { onClose: () => void }) => (
  <Modal title="Billing" size="wide" onClose={onClose}>
    <Billing />
  </Modal>
)
