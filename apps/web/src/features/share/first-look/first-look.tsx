import { type http, MAX_EMAIL } from '@daymark/contracts'
import { Mail } from 'lucide-react'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { toLocalDay } from '../../../domain/shares/share-choice.ts'
import { createDateFormat, formatDate } from '../../../lib/format/dates.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import styles from './first-look.module.css'
import { addressLeftAt, subscribeToCompletion, canNotify, rememberAddress } from './first-look.queries.ts'

function useCanNotify(token: string): boolean {
  const [can, setCan] = useState(false)
  useEffect(() => {
    const gone = new AbortController()
    void canNotify(token, gone.signal)
      .then(setCan)
      .catch(() => undefined)
    return () => gone.abort()
  }, [token])
  return can
}

type AskProps = { token: string; onSubscribed: () => void; onCancel: () => void }

/** The email address for the single notification. */
function AskAddress({ token, onSubscribed, onCancel }: AskProps) {
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setIsBusy(true)
    const problem = await subscribeToCompletion(token, email.trim())
    setIsBusy(false)
    setError(problem)
    if (!problem) onSubscribed()
  }
  return (
    <form
      aria-label="Notify me when it is complete"
      className={styles['form']}
      onSubmit={event => void onSubmit(event)}
    >
      <TextField
        type="email"
        label="Your email address"
        autoComplete="email"
        maxLength={MAX_EMAIL}
        required
        autoFocus
        value={email}
        error={error}
        onChange={event => setEmail(event.target.value)}
      />
      <div className={styles['actions']}>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" look="primary" disabled={isBusy}>
          Notify Me
        </Button>
      </div>
    </form>
  )
}

/** Announces more photos and their date and, if email is set up, offers a notification. */
export function FirstLook({ token, settings }: { token: string; settings: http.FirstLookSettings }) {
  const [today] = useState(() => toLocalDay(new Date().toISOString()))
  const [state, setState] = useState<'offered' | 'asking' | 'cancelled' | 'subscribed'>('offered')
  const can = useCanNotify(token)
  const [leftAt] = useState(() => addressLeftAt(token))
  const confirmation = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (state === 'subscribed') confirmation.current?.focus()
  }, [state])
  const onSubscribed = () => {
    rememberAddress(token)
    setState('subscribed')
  }
  return (
    <>
      <p className={styles['words']}>
        {firstLookWords(settings, today)} {settings.note}
      </p>
      {can && leftAt && state !== 'subscribed' && <p>You asked to be notified on {formatDate(leftAt)}.</p>}
      {can && (state === 'offered' || state === 'cancelled') && (
        <Button
          look="quiet"
          icon={<Mail aria-hidden />}
          autoFocus={state === 'cancelled'}
          onClick={() => setState('asking')}
        >
          {leftAt ? 'Use another address' : 'Notify me when it is complete'}
        </Button>
      )}
      {state === 'asking' && (
        <AskAddress token={token} onSubscribed={onSubscribed} onCancel={() => setState('cancelled')} />
      )}
      <p ref={confirmation} role="status" tabIndex={-1} className={styles['confirmation']}>
        {state === 'subscribed' && 'We will send you one email when it is complete.'}
      </p>
    </>
  )
}

const day = createDateFormat({ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
const dayOfYear = createDateFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** 'More photos are coming by Friday, 4 December.'; a past day is omitted. `today`: such as 2031-05-01. */
export function firstLookWords({ expected }: http.FirstLookSettings, today: string): string {
  if (expected === null) return 'More photos are coming.'
  if (expected < today) return 'More photos are coming soon.'
  const inWords = expected.slice(0, 4) === today.slice(0, 4) ? day : dayOfYear
  return `More photos are coming by ${inWords(new Date(`${expected}T00:00:00Z`))}.`
}
