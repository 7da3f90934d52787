import { GB, type http, PLANS, type Role, type Tier } from '@daymark/contracts'
import { type SyntheticEvent, useState } from 'react'
import { useUser } from '../../../../domain/session/session.tsx'
import { formatDate } from '../../../../lib/format/dates.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { useAction } from '../../../../ui/feedback/use-action.ts'
import { Select, TextField } from '../../../../ui/fields/text-field.tsx'
import { confirmAction } from '../../../../ui/overlay/overlay-store.ts'
import { Card } from '../../frame/card.tsx'
import { type LabeledValue, LabeledValues } from '../../frame/labeled-values.tsx'
import { ROLE_CHOICES, ROLE_NAMES } from '../labels.ts'
import { changePlan, changeRole, renameUser } from '../users.api.ts'

const OWN_ROLE_CONFIRMATION = {
  title: 'Change your own role?',
  text: 'You will no longer be able to administer this installation, and you cannot undo this yourself.',
  action: 'Change Role',
  isDanger: true,
}

/** The form for display name and role. */
export function ProfileCard({ user }: { user: http.AdminUser }) {
  const { id } = useUser()
  const [name, setName] = useState(user.display_name ?? '')
  const [role, setRole] = useState<Role>(user.role)
  const { isBusy, run } = useAction()
  const save = async (event: SyntheticEvent) => {
    event.preventDefault()
    const isOwnDemotion = id === user.id && role !== 'super_admin'
    if (isOwnDemotion && !(await confirmAction(OWN_ROLE_CONFIRMATION))) return
    if (name !== (user.display_name ?? '')) await run(() => renameUser(user.id, name.trim() || null), 'Name changed.')
    if (role !== user.role && !(await run(() => changeRole(user.id, role), `The role is now ${ROLE_NAMES[role]}.`)))
      setRole(user.role)
  }
  const isUnchanged = name === (user.display_name ?? '') && role === user.role
  return (
    <Card title="Profile">
      <form className="stack-3 shrinkable" onSubmit={event => void save(event)}>
        <TextField
          label="Display name"
          maxLength={200}
          autoComplete="off"
          value={name}
          onChange={event => setName(event.target.value)}
        />
        <Select
          label="Role"
          value={role}
          onChange={event => setRole(event.target.value as Role)}
          options={ROLE_CHOICES}
        />
        <Button type="submit" disabled={isBusy || isUnchanged}>
          Save
        </Button>
      </form>
    </Card>
  )
}

const SUBSCRIPTION_STATUS_LABELS: Record<http.Subscription['status'], string> = {
  active: 'Active',
  trialing: 'Trial',
  past_due: 'Payment overdue',
  canceled: 'Canceled',
  incomplete: 'Payment pending',
}

function planValues({ plan }: http.AdminAccount): LabeledValue[] {
  if (!plan) return [['Plan', null]]
  const { tier_name, status, end_date, past_due_since, cancel_at_period_end: isEnding } = plan
  return [
    ['Plan', `${tier_name}, ${SUBSCRIPTION_STATUS_LABELS[status]}`],
    ...(end_date ? [[isEnding ? 'Ends' : 'Next billing', formatDate(end_date)] as const] : []),
    ...(past_due_since ? [['Overdue since', formatDate(past_due_since)] as const] : []),
  ]
}

const formatGb = (bytes: number) => String(Number((bytes / GB).toFixed(2)))

/** The form for plan and storage limit. Selecting a plan enters its default storage limit. */
function PlanForm({ user, tier: currentTier }: { user: http.AdminUser; tier: Tier }) {
  const [tier, setTier] = useState(currentTier)
  const [limitGb, setLimitGb] = useState(formatGb(user.storage_limit))
  const { isBusy, run } = useAction()
  const chooseTier = (selected: Tier) => {
    setTier(selected)
    setLimitGb(formatGb(PLANS[selected].grantedStorageLimit))
  }
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    const limitBytes = Math.round(Number(limitGb) * GB)
    void run(
      () => changePlan(user.id, tier, limitBytes === PLANS[tier].grantedStorageLimit ? undefined : limitBytes),
      'Plan changed.',
    )
  }
  const isUnchanged = tier === currentTier && limitGb === formatGb(user.storage_limit)
  return (
    <form className="stack-3 shrinkable" onSubmit={save}>
      <Select
        label="Tier"
        value={tier}
        onChange={event => chooseTier(event.target.value as Tier)}
        options={Object.values(PLANS).map(plan => [plan.tier, plan.name])}
      />
      <TextField
        label="Storage limit (GB)"
        type="number"
        min={0}
        step="any"
        required
        value={limitGb}
        onChange={event => setLimitGb(event.target.value)}
      />
      <Button type="submit" disabled={isBusy || isUnchanged}>
        Change Plan
      </Button>
    </form>
  )
}

export function PlanCard({ account }: { account: http.AdminAccount }) {
  const { user, plan } = account
  return (
    <Card title="Plan">
      <LabeledValues values={planValues(account)} />
      {plan?.managed ? (
        <p className="muted break-anywhere">
          The customer pays for this plan by card. Only the customer can change it.
        </p>
      ) : (
        plan && <PlanForm key={`${plan.tier} ${user.storage_limit}`} user={user} tier={plan.tier} />
      )}
    </Card>
  )
}
