import { formatBytes, type http } from '@daymark/contracts'
import { useState } from 'react'
import { formatShortDateTime } from '../../../lib/format/dates.ts'
import { pluralize } from '../../../lib/format/numbers.ts'
import { Link } from '../../../lib/router.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useAction } from '../../../ui/feedback/use-work.ts'
import { confirmAction } from '../../../ui/overlay/confirm.ts'
import { type Choice, deadLetters, drop, failedPhotos, replay, requeue } from '../admin.api.ts'
import { Card, Notes, Read, ReadCard } from '../frame/card.tsx'
import { More, usePages } from '../frame/pages.tsx'
import table from '../frame/table.module.css'
import styles from './system.module.css'

const EVERY_SECONDS = 15
/** One fault can produce thousands of similar dead letters. */
const FIRST_SHOWN = 10

/** Replays or drops one dead letter, or all of a service. */
function Actions({ choice, what, isReplaying = false }: { choice: Choice; what: string; isReplaying?: boolean }) {
  const { isBusy, run } = useAction()
  const replayAll = () => void run(() => replay(choice), `${what}: replaying.`)
  const discard = async () => {
    const text = 'The subscriber will never receive these events.'
    if (await confirmAction({ title: `Drop ${what}?`, text, action: 'Drop', isDanger: true }))
      await run(() => drop(choice), `${what}: dropped.`)
  }
  return (
    <div className={styles['buttons']}>
      <Button size="small" disabled={isBusy || isReplaying} aria-label={`Replay ${what}`} onClick={replayAll}>
        {isReplaying ? 'Replaying…' : 'Replay'}
      </Button>
      <Button size="small" look="danger" disabled={isBusy} aria-label={`Drop ${what}`} onClick={() => void discard()}>
        Drop
      </Button>
    </div>
  )
}

function Letter({ letter }: { letter: http.DeadLetter }) {
  const { service, event_id, subscriber, type, reason, attempts, died_at, replaying } = letter
  return (
    <li className={styles['item']}>
      <div className={styles['words']}>
        <strong>{type}</strong>
        <span>{reason}</span>
        <span className={styles['small']}>
          {subscriber} · {pluralize(attempts, 'attempt')} · {formatShortDateTime(died_at)} · {event_id}
        </span>
      </div>
      <Actions choice={{ service, event_id, subscriber }} what={`${type} for ${subscriber}`} isReplaying={replaying} />
    </li>
  )
}

function OfService({ service, letters }: { service: string; letters: readonly http.DeadLetter[] }) {
  const [shown, setShown] = useState(FIRST_SHOWN)
  return (
    <section aria-label={`Dead letters of ${service}`}>
      <div className={styles['item']}>
        <h3 className={styles['heading']}>
          {service}: {pluralize(letters.length, 'dead letter')}
        </h3>
        {letters.length > 1 && <Actions choice={{ service }} what={`all of ${service}`} />}
      </div>
      <ul>
        {letters.slice(0, shown).map(letter => (
          <Letter key={`${letter.event_id} ${letter.subscriber}`} letter={letter} />
        ))}
      </ul>
      {letters.length > shown && (
        <Button look="quiet" size="small" onClick={() => setShown(shown + 5 * FIRST_SHOWN)}>
          Show More
        </Button>
      )}
    </section>
  )
}

/** Events whose handling failed for good; they can be replayed or dropped. */
export const DeadLetters = () => (
  <ReadCard title="Dead letters" read={deadLetters} everySeconds={EVERY_SECONDS} wide>
    {({ letters, notes }) => (
      <>
        <Notes notes={notes} />
        {letters.length === 0 && notes.length === 0 && <p className={styles['none']}>No dead letters.</p>}
        {[...Map.groupBy(letters, ({ service }) => service)].map(([service, own]) => (
          <OfService key={service} service={service} letters={own} />
        ))}
      </>
    )}
  </ReadCard>
)

/** Photos whose processing failed; after a fault is fixed, one or all can be retried. */
export function FailedPhotos() {
  const { reading, more, showMore } = usePages(failedPhotos)
  const { isBusy, run } = useAction()
  const again = (ids?: string[]) => void run(() => requeue(ids), 'Processing again.')
  const all = reading.data && reading.data.items.length > 1 && (
    <Button size="small" disabled={isBusy} onClick={() => again()}>
      Process All Again
    </Button>
  )
  return (
    <Card title="Failed photos" aside={all} wide>
      <Read reading={reading} title="Failed photos">
        {page =>
          page.items.length === 0 ? (
            <p className={styles['none']}>No failed photos.</p>
          ) : (
            <>
              <ul>
                {page.items.map(({ id, filename, owner_id, owner_name, size, uploaded_at }) => (
                  <li key={id} className={styles['item']}>
                    <div className={styles['words']}>
                      <strong>{filename}</strong>
                      <span className={table['small']}>
                        <Link to={`/admin/users/${owner_id}`}>{owner_name ?? 'Unknown user'}</Link> ·{' '}
                        {formatBytes(size)} · {formatShortDateTime(uploaded_at)}
                      </span>
                    </div>
                    <Button
                      size="small"
                      disabled={isBusy}
                      aria-label={`Process Again: ${filename}`}
                      onClick={() => again([id])}
                    >
                      Process Again
                    </Button>
                  </li>
                ))}
              </ul>
              <More page={page} more={more} onMore={showMore} />
            </>
          )
        }
      </Read>
    </Card>
  )
}
