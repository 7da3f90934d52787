import { formatBytes, type http } from '@daymark/contracts'
import { useState } from 'react'
import { formatDate, formatShortDateTime } from '../../../../lib/format/dates.ts'
import { Link, useLocation } from '../../../../lib/router.tsx'
import { BackLink } from '../../../../ui/back-link.tsx'
import { Button, buttonClass } from '../../../../ui/buttons/button.tsx'
import { Card, QueryContent, ServerNotes, StatusChip } from '../../frame/card.tsx'
import { type LabeledValue, LabeledValues } from '../../frame/labeled-values.tsx'
import { useAdminQuery } from '../../frame/use-admin-query.tsx'
import { Meter } from '../../health/health-cards.tsx'
import { ROLE_NAMES, STATE_LABELS, userName } from '../labels.ts'
import { ResetPasswordDialog } from '../reset-password.dialog.tsx'
import { accountQuery } from '../users.api.ts'
import { SignInCard, StateCard } from './access-cards.tsx'
import styles from './account.module.css'
import { PlanCard, ProfileCard } from './profile-cards.tsx'

function StorageMeter({ usedBytes, limitBytes }: { usedBytes: number; limitBytes: number }) {
  if (limitBytes <= 0) return null
  return <Meter name="Storage used" percent={(usedBytes / limitBytes) * 100} tone="plain" />
}

function usageValues(usage: http.AdminAccount['usage'], limitBytes: number): LabeledValue[] {
  if (!usage) return [...['Storage', 'Images', 'Albums'].map((name): LabeledValue => [name, null])]
  return [
    ['Storage', `${formatBytes(usage.storage_used)} of ${formatBytes(limitBytes)}`],
    ['Images', usage.images],
    ['Albums', usage.albums],
  ]
}

function UsageCard({ account: { usage, plan, user } }: { account: http.AdminAccount }) {
  const limitBytes = plan?.storage_limit ?? user.storage_limit
  return (
    <Card title="Usage">
      {usage && <StorageMeter usedBytes={usage.storage_used} limitBytes={limitBytes} />}
      <LabeledValues values={usageValues(usage, limitBytes)} />
    </Card>
  )
}

const linkValues = (links: http.AdminAccount['links']): LabeledValue[] => [
  ['Links', links?.total ?? null],
  ['Active', links?.active ?? null],
  ['Views', links?.views ?? null],
]

const LinksCard = ({ account: { links } }: { account: http.AdminAccount }) => (
  <Card title="Shares">
    <LabeledValues values={linkValues(links)} />
  </Card>
)

function developerValues(developer: http.AdminAccount['developer']): LabeledValue[] {
  if (!developer)
    return [...['Tokens', 'Last used', 'Webhooks', 'Failing webhooks'].map((name): LabeledValue => [name, null])]
  const { tokens, token_last_used_at: lastUsedAt, webhooks, failing_webhooks } = developer
  return [
    ['Tokens', tokens],
    ['Last used', lastUsedAt ? formatShortDateTime(lastUsedAt) : 'Never'],
    ['Webhooks', webhooks],
    ['Failing webhooks', failing_webhooks],
  ]
}

const DeveloperCard = ({ account: { developer } }: { account: http.AdminAccount }) => (
  <Card title="API">
    <LabeledValues values={developerValues(developer)} />
  </Card>
)

const REFRESH_SECONDS = 30

function AccountHeader({ user }: { user: http.AdminUser }) {
  const [isResetting, setResetting] = useState(false)
  const { name, tone } = STATE_LABELS[user.state]
  const lastSeenAt = user.last_seen_at ?? user.last_login
  return (
    <header className={styles['head']}>
      <div className={styles['text']}>
        <h2 className={styles['name']}>
          {userName(user)}
          <StatusChip tone={tone}>{name}</StatusChip>
          {user.role !== 'user' && <StatusChip>{ROLE_NAMES[user.role]}</StatusChip>}
        </h2>
        <p className={styles['details']}>
          <span>{user.email}</span>
          <span>Member since {formatDate(user.created_at)}</span>
          <span>{lastSeenAt ? `Last seen ${formatShortDateTime(lastSeenAt)}` : 'Never signed in'}</span>
        </p>
      </div>
      <div className="wrap">
        <Link to={`/admin/activity/audit?target=${user.id}`} className={buttonClass({})}>
          Audit Log
        </Link>
        <Button onClick={() => setResetting(true)}>Reset Password</Button>
      </div>
      {isResetting && <ResetPasswordDialog user={user} onClose={() => setResetting(false)} />}
    </header>
  )
}

/** The details of a user, read from several services. Values of a service that does not respond are shown as dashes. */
export function Account() {
  const id = decodeURIComponent(useLocation().pathname.split('/')[3] ?? '')
  const result = useAdminQuery(accountQuery(id), REFRESH_SECONDS)
  return (
    <div className="stack-4 shrinkable">
      <BackLink to="/admin/users">Users</BackLink>
      <QueryContent result={result} title="User">
        {data => (
          <>
            <AccountHeader user={data.user} />
            <ServerNotes notes={data.notes} />
            <div className={styles['cards']}>
              <div className={styles['column']}>
                <UsageCard account={data} />
                <LinksCard account={data} />
                <DeveloperCard account={data} />
              </div>
              <div className={styles['column']}>
                <PlanCard account={data} />
                <ProfileCard key={data.user.id} user={data.user} />
              </div>
              <div className={styles['column']}>
                <SignInCard account={data} />
                <StateCard user={data.user} />
              </div>
            </div>
          </>
        )}
      </QueryContent>
    </div>
  )
}
