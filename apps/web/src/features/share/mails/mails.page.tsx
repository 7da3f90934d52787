import type { http } from '@daymark/contracts'
import { useEffect, useState } from 'react'
import { messageOf } from '../../../lib/api.ts'
import { useLinkToken } from '../../../lib/hooks/use-link-token.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { BrandMark, shownBrand } from '../brand/brand-mark.tsx'
import { readMails, stopMails } from './mails.actions.ts'
import { FailureNote } from '../../../ui/feedback/notice.tsx'
import styles from './mails.module.css'

type Known = { mails: http.VisitorMails } | { refusal: string }

const failureText = (reason: unknown): string => messageOf(reason, 'Something went wrong. Please open the link again.')

/** The gallery of the mail link; null: not loaded yet. */
function useMails(token: string): [Known | null, (mails: http.VisitorMails) => void] {
  const [known, setKnown] = useState<Known | null>(null)
  useEffect(() => {
    let isCurrent = true
    void readMails(token)
      .then(
        mails => ({ mails }),
        (reason: unknown) => ({ refusal: failureText(reason) }),
      )
      .then(answer => isCurrent && setKnown(answer))
    return () => {
      isCurrent = false
    }
  }, [token])
  return [known, mails => setKnown({ mails })]
}

const HEADINGS = { none: 'Turn off these emails?', gallery: 'These emails are off', all: 'These emails are off' }

function aboutOf({ gallery, studio, off }: http.VisitorMails): string {
  const about = gallery === null ? 'this gallery' : `“${gallery}”`
  if (off === 'none') return `You get emails about ${about}.`
  const whose = studio ?? 'this photographer'
  return off === 'gallery' ? `You no longer get emails about ${about}.` : `You no longer get emails from ${whose}.`
}

type ChoiceProps = { token: string; mails: http.VisitorMails; onChange: (mails: http.VisitorMails) => void }

/** Waits for a click, because mail scanners open links. */
function Choice({ token, mails, onChange }: ChoiceProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { off, studio } = mails
  const stop = async (all: boolean) => {
    setIsBusy(true)
    const refusal = await stopMails(token, all)
    setFailure(refusal)
    setIsBusy(false)
    if (refusal === null) onChange({ ...mails, off: all ? 'all' : 'gallery' })
  }
  return (
    <>
      <h1 className={styles['heading']}>{HEADINGS[off]}</h1>
      <p role="status" className={styles['about']}>
        {aboutOf(mails)}
      </p>
      <FailureNote text={failure} />
      {off === 'none' && (
        <Button look="primary" wide disabled={isBusy} onClick={() => void stop(false)}>
          Turn Off for This Gallery
        </Button>
      )}
      {off !== 'all' && (
        <Button look="quiet" wide disabled={isBusy} onClick={() => void stop(true)}>
          {studio ? `Turn Off All Emails from ${studio}` : 'Turn Off for All Galleries'}
        </Button>
      )}
    </>
  )
}

/** Turns mails about galleries off: without a sign-in, also on the photographer's own domain. */
export function MailsPage() {
  const token = useLinkToken()
  const [known, show] = useMails(token)
  const studio = (known && 'mails' in known && known.mails.studio) || shownBrand()?.name
  useTitle('Emails', studio)
  if (!known) return <Spinner label="Loading..." fill />
  return (
    <main className={styles['alone']}>
      <div className={styles['card']}>
        <BrandMark otherwise={<span className={styles['sender']}>{studio ?? 'Daymark'}</span>} />
        {'mails' in known ? (
          <Choice token={token} mails={known.mails} onChange={show} />
        ) : (
          <>
            <h1 className={styles['heading']}>This link does not work</h1>
            <p className={styles['about']}>{known.refusal}</p>
          </>
        )}
      </div>
    </main>
  )
}
