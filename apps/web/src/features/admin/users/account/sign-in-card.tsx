import type { http } from '@daymark/contracts'
import { formatShortDateTime } from '../../../../lib/format/dates.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { useAction } from '../../../../ui/feedback/use-work.ts'
import { Card } from '../../frame/card.tsx'
import { type Fact, Facts } from '../../frame/facts.tsx'
import { userName } from '../labels.ts'
import { endSessions, resetSecondStep } from '../users.api.ts'
import { confirmAction } from '../../../../ui/overlay/confirm.ts'
import styles from './account.module.css'

type SignInFacts = NonNullable<http.AdminAccount['sign_in']>

function Sessions({ sessions }: { sessions: SignInFacts['sessions'] }) {
  if (sessions.length === 0) return <p className={styles['note']}>No active sessions.</p>
  return (
    <ul aria-label="Sessions" className={styles['sessions']}>
      {sessions.map(({ id, device, address, last_seen_at }) => (
        <li key={id}>
          <span>{device}</span>
          <span className={styles['note']}>
            {address && `${address} · `}
            {formatShortDateTime(last_seen_at)}
          </span>
        </li>
      ))}
    </ul>
  )
}

const listSignInFacts = (signIn: SignInFacts | null): Fact[] => [
  ['Two-step sign-in', signIn && (signIn.second_step ? 'On' : 'Off')],
  ['Passkeys', signIn && signIn.passkeys],
]

/** Sign-in methods and active sessions of the user. */
export function SignInCard({ account: { user, sign_in } }: { account: http.AdminAccount }) {
  const { isBusy, run } = useAction()
  const end = async () => {
    const title = `Sign ${userName(user)} out everywhere?`
    if (await confirmAction({ title, action: 'Sign Out Everywhere', isDanger: true }))
      await run(() => endSessions(user.id), 'All sessions ended.')
  }
  const reset = async () => {
    const title = `Turn off two-step sign-in for ${userName(user)}?`
    const text = 'They are signed out everywhere.'
    if (await confirmAction({ title, text, action: 'Turn Off', isDanger: true }))
      await run(() => resetSecondStep(user.id), 'Two-step sign-in turned off.')
  }
  const hasSecondStep = sign_in && (sign_in.second_step || sign_in.passkeys > 0)
  return (
    <Card title="Sign-in">
      <Facts facts={listSignInFacts(sign_in)} />
      {sign_in && <Sessions sessions={sign_in.sessions} />}
      <div className={styles['buttons']}>
        {sign_in && sign_in.sessions.length > 0 && (
          <Button disabled={isBusy} onClick={() => void end()}>
            End All Sessions
          </Button>
        )}
        {hasSecondStep && (
          <Button disabled={isBusy} onClick={() => void reset()}>
            Reset Two-Step Sign-In
          </Button>
        )}
      </div>
    </Card>
  )
}
