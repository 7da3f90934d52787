import { Lock } from 'lucide-react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { subscriptionConfig } from '../billing.queries.ts'
import styles from './payment-note.module.css'

/** S-BILL-05 */
export function PaymentNote() {
  const { data: config } = useCached(subscriptionConfig())
  if (!config) return null
  return (
    <p className={styles['note']}>
      <Lock aria-hidden />
      {config.testMode
        ? 'Test mode: plans change at once, and you are not charged.'
        : 'Payments are processed securely by Stripe. Your card number never reaches Daymark.'}
    </p>
  )
}
