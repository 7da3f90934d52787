import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { formatDate, formatShortDateTime } from '../../../../lib/format/dates.ts'
import { Link, useLocation } from '../../../../lib/router.ts'
import { BackLink } from '../../../../ui/back-link.tsx'
import { Button, buttonClass } from '../../../../ui/buttons/button.tsx'
import { StatusChip, ServerNotes, QueryContent } from '../../frame/card.tsx'
import { useAdminQuery } from '../../frame/use-admin-read.ts'
import { ResetPasswordDialog } from '../reset-password.dialog.tsx'
import { userName, ROLE_NAMES, STATE_LABELS } from '../labels.ts'
import { accountQuery } from '../users.api.ts'
import { DeveloperCard, LinksCard, UsageCard } from './figures-cards.tsx'
import { PlanCard } from './plan-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SignInCard } from './sign-in-card.tsx'
import { StateCard } from './state-card.tsx'
import styles from './account.module.css'

const REFRESH_SECONDS = 30

function AccountHead({ user }: { user: http.AdminUser }) {
  const [isResetting, setResetting] = useState(false)
  const { name, tone } = STATE_LABELS[user.state]
  const seen = user.last_seen_at ?? user.last_login
  return (
    <header className={styles['head']}>
      <div className={styles['words']}>
        <h2 className={styles['name']}>
          {userName(user)}
          <StatusChip tone={tone}>{name}</StatusChip>
          {user.role !== 'user' && <StatusChip>{ROLE_NAMES[user.role]}</StatusChip>}
        </h2>
        <p className={styles['facts']}>
          <span>{user.email}</span>
          <span>Member since {formatDate(user.created_at)}</span>
          <span>{seen ? `Last seen ${formatShortDateTime(seen)}` : 'Never signed in'}</span>
        </p>
      </div>
      <div className={styles['buttons']}>
        <Link to={`/admin/activity/audit?target=${user.id}`} className={buttonClass({})}>
          Audit Log
        </Link>
        <Button onClick={() => setResetting(true)}>Reset Password</Button>
      </div>
      {isResetting && <ResetPasswordDialog user={user} onClose={() => setResetting(false)} />}
    </header>
  )
}

/** The details of a user from several services. If a service does not respond, its values are dashes. */
export function Account() {
  const id = decodeURIComponent(useLocation().pathname.split('/')[3] ?? '')
  const reading = useAdminQuery(accountQuery(id), REFRESH_SECONDS)
  return (
    <div className={styles['account']}>
      <BackLink to="/admin/users">Users</BackLink>
      <QueryContent reading={reading} title="User">
        {data => (
          <>
            <AccountHead user={data.user} />
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
