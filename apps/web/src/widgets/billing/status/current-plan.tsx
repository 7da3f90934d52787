import type { http } from '@daymark/contracts'
import { formatDate } from '../../../lib/format/dates.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { StorageBar } from '../../plan/storage-bar.tsx'
import { openPortal } from '../billing.actions.ts'
import { formatPrice } from '../price.ts'
import { CancelPlan } from './cancel-plan.tsx'
import styles from './current-plan.module.css'
import { isOver, planWords } from './plan-words.ts'

/** S-BILL-01, S-BILL-02. `onUpgrade` scrolls to the plans. */
export function CurrentPlan({ plan, onUpgrade }: { plan: http.Subscription; onUpgrade: () => void }) {
  const { status, tone, dateName } = planWords(plan)
  return (
    <section aria-labelledby="current-plan" className={styles['card']}>
      <div className={styles['top']}>
        <div className={styles['words']}>
          <h2 id="current-plan" className={styles['label']}>
            Current plan
          </h2>
          <p className={styles['tier']}>
            <span>{plan.tierName}</span>
            <span className={classNames(styles['status'], styles[tone])}>{status}</span>
          </p>
        </div>
        <p className={styles['price']}>
          <strong>{formatPrice(plan.price)}</strong> per month
        </p>
      </div>
      <StorageBar storage={plan.storage} />
      <dl className={styles['facts']}>
        <div>
          <dt>{dateName}</dt>
          <dd>{plan.endDate ? formatDate(plan.endDate) : 'None'}</dd>
        </div>
      </dl>
      <div className={styles['actions']}>
        {(plan.tier !== 'studio' || isOver(plan)) && (
          <Button onClick={onUpgrade}>{isOver(plan) ? 'Choose a Plan' : 'Upgrade Plan'}</Button>
        )}
        <Button onClick={() => void openPortal()}>Manage Billing</Button>
        <CancelPlan plan={plan} />
      </div>
    </section>
  )
}
