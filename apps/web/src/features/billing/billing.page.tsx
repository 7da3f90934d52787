import { Suspense } from 'react'
import { lazyOf } from '../../lib/lazy.ts'
import { useTitle } from '../../lib/page-meta.ts'
import { Link } from '../../lib/router.tsx'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import styles from './billing.module.css'

/** Imported dynamically, because the names of all statically imported chunks are part of the first load. */
const Billing = lazyOf(() => import('../../widgets/billing/billing.tsx'), 'Billing')

export function BillingPage() {
  useTitle('Billing')
  return (
    <div className={styles['page']}>
      <header className="between">
        <h1 className="text-5">Billing</h1>
        <Link to="/settings" className={buttonClass({ appearance: 'quiet' })}>
          All Settings
        </Link>
      </header>
      <Suspense fallback={<Spinner label="Loading billing" />}>
        <Billing />
      </Suspense>
    </div>
  )
}
