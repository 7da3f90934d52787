import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { formatDate, formatShortDateTime } from '../../../../lib/format/dates.ts'
import { Link, useLocation } from '../../../../lib/router.ts'
import { BackLink } from '../../../../ui/back-link.tsx'
import { Button, buttonClass } from '../../../../ui/buttons/button.tsx'
import { Chip, Notes, Read } from '../../frame/card.tsx'
import { useAdminRead } from '../../frame/use-admin-read.ts'
import { ResetPasswordDialog } from '../reset-password.dialog.tsx'
import { nameOf, ROLES, STATES } from '../labels.ts'
import { account } from '../users.api.ts'
import { DeveloperCard, LinksCard, UsageCard } from './figures-cards.tsx'
import { PlanCard } from './plan-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SignInCard } from './sign-in-card.tsx'
import { StateCard } from './state-card.tsx'
import styles from './account.module.css'

const EVERY_SECONDS = 30

function Head({ user }: { user: http.AdminUser }) {
  const [isResetting, setResetting] = useState(false)
  const { name, tone } = STATES[user.state]
  const seen = user.last_seen_at ?? user.last_login
  return (
    <header className={styles['head']}>
      <div className={styles['words']}>
        <h2 className={styles['name']}>
          {nameOf(user)}
          <Chip tone={tone}>{name}</Chip>
          {user.role !== 'user' && <Chip>{ROLES[user.role]}</Chip>}
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

/** One user, composed from several services. Values of a service that does not respond are dashes with a note. */
export function Account() {
  const id = decodeURIComponent(useLocation().pathname.split('/')[3] ?? '')
  const reading = useAdminRead(account(id), EVERY_SECONDS)
  return (
    <div className={styles['account']}>
      <BackLink to="/admin/users">Users</BackLink>
      <Read reading={reading} title="User">
        {data => (
          <>
            <Head user={data.user} />
            <Notes notes={data.notes} />
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
      </Read>
    </div>
  )
}
