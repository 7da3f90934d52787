import { formatBytes, type http } from '@daymark/contracts'
import { useState } from 'react'
import { formatShortDateTime } from '../../../lib/format/dates.ts'
import { pluralize } from '../../../lib/format/numbers.ts'
import { Link } from '../../../lib/router.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { confirmAction } from '../../../ui/overlay/overlay-store.ts'
import {
  type DeadLetterSelection,
  deadLettersQuery,
  dropDeadLetters,
  failedPhotosQuery,
  replayDeadLetters,
  requeuePhotos,
} from '../admin.api.ts'
import { Card, ServerNotes, QueryContent, QueryCard } from '../frame/card.tsx'
import { ShowMoreButton, usePagedQuery } from '../frame/use-admin-query.tsx'
import styles from './system.module.css'

const REFRESH_SECONDS = 15
/** The number of dead letters that are shown before Show More is pressed. A single fault can cause thousands. */
const INITIALLY_SHOWN_COUNT = 10

/** Buttons that replay or drop one dead letter or all dead letters of a service. */
function DeadLetterActions({
  selection,
  name,
  isReplaying = false,
}: {
  selection: DeadLetterSelection
  /** The name of the selection in messages. */
  name: string
  isReplaying?: boolean
}) {
  const { isBusy, run } = useAction()
  const replay = () => void run(() => replayDeadLetters(selection), `Replaying ${name}.`)
  const drop = async () => {
    const text = 'The subscriber will never receive these events.'
    if (await confirmAction({ title: `Drop ${name}?`, text, action: 'Drop', isDanger: true }))
      await run(() => dropDeadLetters(selection), `Dropped ${name}.`)
  }
  return (
    <div className="wrap">
      <Button size="small" disabled={isBusy || isReplaying} aria-label={`Replay ${name}`} onClick={replay}>
        {isReplaying ? 'Replaying…' : 'Replay'}
      </Button>
      <Button
        size="small"
        appearance="danger"
        disabled={isBusy}
        aria-label={`Drop ${name}`}
        onClick={() => void drop()}
      >
        Drop
      </Button>
    </div>
  )
}

function DeadLetterRow({ letter }: { letter: http.DeadLetter }) {
  const { service, event_id, subscriber, type, reason, attempts, died_at, replaying } = letter
  return (
    <li className={styles['item']}>
      <div className={styles['text']}>
        <strong>{type}</strong>
        <span>{reason}</span>
        <span className="caption">
          {subscriber} · {pluralize(attempts, 'attempt')} · {formatShortDateTime(died_at)} · {event_id}
        </span>
      </div>
      <DeadLetterActions
        selection={{ service, event_id, subscriber }}
        name={`${type} for ${subscriber}`}
        isReplaying={replaying}
      />
    </li>
  )
}

function ServiceDeadLetters({ service, letters }: { service: string; letters: readonly http.DeadLetter[] }) {
  const [shownCount, setShownCount] = useState(INITIALLY_SHOWN_COUNT)
  return (
    <section aria-label={`Dead letters of ${service}`}>
      <div className={styles['item']}>
        <h3 className={styles['heading']}>
          {service}: {pluralize(letters.length, 'dead letter')}
        </h3>
        {letters.length > 1 && <DeadLetterActions selection={{ service }} name={`all dead letters of ${service}`} />}
      </div>
      <ul>
        {letters.slice(0, shownCount).map(letter => (
          <DeadLetterRow key={`${letter.event_id} ${letter.subscriber}`} letter={letter} />
        ))}
      </ul>
      {letters.length > shownCount && (
        <Button appearance="quiet" size="small" onClick={() => setShownCount(shownCount + 5 * INITIALLY_SHOWN_COUNT)}>
          Show More
        </Button>
      )}
    </section>
  )
}

/** Dead letters: events whose handling failed repeatedly. */
export const DeadLetters = () => (
  <QueryCard title="Dead letters" query={deadLettersQuery} intervalSeconds={REFRESH_SECONDS} wide>
    {({ letters, notes }) => (
      <>
        <ServerNotes notes={notes} />
        {letters.length === 0 && notes.length === 0 && <p className="muted">No dead letters.</p>}
        {[...Map.groupBy(letters, ({ service }) => service)].map(([service, serviceLetters]) => (
          <ServiceDeadLetters key={service} service={service} letters={serviceLetters} />
        ))}
      </>
    )}
  </QueryCard>
)

/** Photos whose processing failed. The administrator can process one or all failed photos again. */
export function FailedPhotos() {
  const { result, loadMoreState, showMore } = usePagedQuery(failedPhotosQuery)
  const { isBusy, run } = useAction()
  const processAgain = (ids?: string[]) => void run(() => requeuePhotos(ids), 'Processing restarted.')
  const processAllButton = result.data && result.data.items.length > 1 && (
    <Button size="small" disabled={isBusy} onClick={() => processAgain()}>
      Process All Again
    </Button>
  )
  return (
    <Card title="Failed photos" aside={processAllButton} wide>
      <QueryContent result={result} title="Failed photos">
        {page =>
          page.items.length === 0 ? (
            <p className="muted">No failed photos.</p>
          ) : (
            <>
              <ul>
                {page.items.map(({ id, filename, owner_id, owner_name, size, uploaded_at }) => (
                  <li key={id} className={styles['item']}>
                    <div className={styles['text']}>
                      <strong>{filename}</strong>
                      <span className="caption">
                        <Link to={`/admin/users/${owner_id}`}>{owner_name ?? 'Unknown user'}</Link> ·{' '}
                        {formatBytes(size)} · {formatShortDateTime(uploaded_at)}
                      </span>
                    </div>
                    <Button
                      size="small"
                      disabled={isBusy}
                      aria-label={`Process Again: ${filename}`}
                      onClick={() => processAgain([id])}
                    >
                      Process Again
                    </Button>
                  </li>
                ))}
              </ul>
              <ShowMoreButton page={page} loadMoreState={loadMoreState} onMore={showMore} />
            </>
          )
        }
      </QueryContent>
    </Card>
  )
}
