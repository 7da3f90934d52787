import { GB, type http, PLANS, type Tier } from '@daymark/contracts'
import { useState, type SyntheticEvent } from 'react'
import { formatDate } from '../../../../lib/format/dates.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { useAction } from '../../../../ui/feedback/use-work.ts'
import { Select, TextField } from '../../../../ui/fields/text-field.tsx'
import { Card } from '../../frame/card.tsx'
import { type Fact, Facts } from '../../frame/facts.tsx'
import { changePlan } from '../users.api.ts'
import styles from './account.module.css'

const STATUS_LABELS: Record<http.Subscription['status'], string> = {
  active: 'Active',
  trialing: 'Trial',
  past_due: 'Payment overdue',
  canceled: 'Canceled',
  incomplete: 'Waiting for a payment',
}

function planFacts({ plan }: http.AdminAccount): Fact[] {
  if (!plan) return [['Plan', null]]
  const { tier_name, status, end_date, past_due_since, cancel_at_period_end: ends } = plan
  return [
    ['Plan', `${tier_name}, ${STATUS_LABELS[status]}`],
    ...(end_date ? [[ends ? 'Ends' : 'Next billing', formatDate(end_date)] as const] : []),
    ...(past_due_since ? [['Overdue since', formatDate(past_due_since)] as const] : []),
  ]
}

const formatGb = (bytes: number) => String(Number((bytes / GB).toFixed(2)))

/** The form for plan and storage limit. Selecting a plan enters its default limit. */
function PlanForm({ user, tier: now }: { user: http.AdminUser; tier: Tier }) {
  const [tier, setTier] = useState(now)
  const [limit, setLimit] = useState(formatGb(user.storage_limit))
  const { isBusy, run } = useAction()
  const chooseTier = (chosen: Tier) => {
    setTier(chosen)
    setLimit(formatGb(PLANS[chosen].grantedStorageLimit))
  }
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    const bytes = Math.round(Number(limit) * GB)
    void run(
      () => changePlan(user.id, tier, bytes === PLANS[tier].grantedStorageLimit ? undefined : bytes),
      'Plan changed.',
    )
  }
  const isSame = tier === now && limit === formatGb(user.storage_limit)
  return (
    <form className={styles['form']} onSubmit={save}>
      <Select label="Tier" value={tier} onChange={event => chooseTier(event.target.value as Tier)}>
        {Object.values(PLANS).map(plan => (
          <option key={plan.tier} value={plan.tier}>
            {plan.name}
          </option>
        ))}
      </Select>
      <TextField
        label="Storage limit (GB)"
        type="number"
        min={0}
        step="any"
        required
        value={limit}
        onChange={event => setLimit(event.target.value)}
      />
      <Button type="submit" disabled={isBusy || isSame}>
        Change Plan
      </Button>
    </form>
  )
}

export function PlanCard({ account }: { account: http.AdminAccount }) {
  const { user, plan } = account
  return (
    <Card title="Plan">
      <Facts facts={planFacts(account)} />
      {plan?.managed ? (
        <p className={styles['note']}>The customer pays for this plan by card. Only the customer can change it.</p>
      ) : (
        plan && <PlanForm key={`${plan.tier} ${user.storage_limit}`} user={user} tier={plan.tier} />
      )}
    </Card>
  )
}
