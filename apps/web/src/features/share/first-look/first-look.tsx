import { type http, MAX_EMAIL_LENGTH } from '@daymark/contracts'
import { Mail } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { toLocalDay } from '../../../domain/shares/share-input.ts'
import { createDateFormat, formatDate } from '../../../lib/format/dates.ts'
import { useLoaded } from '../../../lib/hooks/use-loaded.ts'
import { logFailure } from '../../../lib/log.ts'
import { safeLocalStorage } from '../../../lib/storage.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useSubmit } from '../../../ui/feedback/use-submit.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import styles from './first-look.module.css'
import { readCanNotify, subscribeToCompletion } from '../visitor/visitor.api.ts'

/** Returns whether visitors can be notified by email. False until the response arrives and after a failure. */
function useCanNotify(token: string): boolean {
  const { value } = useLoaded(token, () => readCanNotify(token).catch(() => false))
  return value ?? false
}

const subscriptionStorageKey = (token: string) => `daymark.waits.${token}`
/**
 * Returns when the visitor subscribed in this browser, or null. Only the browser stores this: the gallery is public, so
 * the server must not return who subscribed.
 */
const readSubscribedAt = (token: string): string | null => safeLocalStorage.getItem(subscriptionStorageKey(token))
function storeSubscription(token: string): void {
  try {
    safeLocalStorage.setItem(subscriptionStorageKey(token), new Date().toISOString())
  } catch (reason) {
    logFailure('The subscription could not be stored in this browser', reason)
  }
}

type SubscribeFormProps = { token: string; onSubscribed: () => void; onCancel: () => void }

/** Asks for the email address to which one email is sent when the gallery is complete. */
function SubscribeForm({ token, onSubscribed, onCancel }: SubscribeFormProps) {
  const [email, setEmail] = useState('')
  const { onSubmit, failure, isBusy } = useSubmit(() => subscribeToCompletion(token, email.trim()), onSubscribed)
  return (
    <form aria-label="Notify me when the gallery is complete" className={styles['form']} onSubmit={onSubmit}>
      <TextField
        type="email"
        label="Your email address"
        autoComplete="email"
        maxLength={MAX_EMAIL_LENGTH}
        required
        autoFocus
        value={email}
        error={failure}
        onChange={event => setEmail(event.target.value)}
      />
      <div className={styles['actions']}>
        <Button appearance="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" appearance="primary" disabled={isBusy}>
          Notify Me
        </Button>
      </div>
    </form>
  )
}

/**
 * Announces that further photos will be added, and by when. If the server can send email, visitors can subscribe to a
 * notification.
 */
export function FirstLook({ token, settings }: { token: string; settings: http.FirstLookSettings }) {
  const [today] = useState(() => toLocalDay(new Date().toISOString()))
  const [state, setState] = useState<'offered' | 'asking' | 'canceled' | 'subscribed'>('offered')
  const canNotify = useCanNotify(token)
  const [subscribedAt] = useState(() => readSubscribedAt(token))
  const confirmation = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (state === 'subscribed') confirmation.current?.focus()
  }, [state])
  const onSubscribed = () => {
    storeSubscription(token)
    setState('subscribed')
  }
  return (
    <>
      <p className={styles['text']}>
        {formatAnnouncement(settings, today)} {settings.note}
      </p>
      {canNotify && subscribedAt && state !== 'subscribed' && (
        <p>On {formatDate(subscribedAt)}, you asked to be notified.</p>
      )}
      {canNotify && (state === 'offered' || state === 'canceled') && (
        <Button
          appearance="quiet"
          icon={<Mail aria-hidden />}
          autoFocus={state === 'canceled'}
          onClick={() => setState('asking')}
        >
          {subscribedAt ? 'Use another address' : 'Notify me when the gallery is complete'}
        </Button>
      )}
      {state === 'asking' && (
        <SubscribeForm token={token} onSubscribed={onSubscribed} onCancel={() => setState('canceled')} />
      )}
      <p ref={confirmation} role="status" tabIndex={-1} className={styles['confirmation']}>
        {state === 'subscribed' && 'We will send you one email when the gallery is complete.'}
      </p>
    </>
  )
}

const formatDay = createDateFormat({ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
const formatDayWithYear = createDateFormat({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/**
 * Returns an announcement, such as 'More photos are coming by Friday, December 4.' A past date is left out. `today` has
 * the form 2031-05-01.
 */
export function formatAnnouncement({ expected }: http.FirstLookSettings, today: string): string {
  if (expected === null) return 'More photos are coming.'
  if (expected < today) return 'More photos are coming soon.'
  const format = expected.slice(0, 4) === today.slice(0, 4) ? formatDay : formatDayWithYear
  return `More photos are coming by ${format(new Date(`${expected}T00:00:00Z`))}.`
}
