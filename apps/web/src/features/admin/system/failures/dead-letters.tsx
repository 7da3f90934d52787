import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { counted } from '../../../../lib/format/counted.ts'
import { formatMoment } from '../../../../lib/format/dates.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { useWork } from '../../../../ui/feedback/use-work.ts'
import { Notes, ReadCard } from '../../frame/card.tsx'
import { drop, replay, type Choice } from '../system.actions.ts'
import { deadLetters } from '../system.queries.ts'
import styles from '../system.module.css'

const EVERY_SECONDS = 15
/** As many at first; a fault makes thousands that are alike. */
const FIRST = 10

const said = (what: string, changed: number) => `${counted(changed, 'dead letter')} ${what}.`

/** Replaying and dropping, of one letter or of a whole service. */
function Acts({ choice, what, isReplaying = false }: { choice: Choice; what: string; isReplaying?: boolean }) {
  const { isBusy, run } = useWork()
  const again = () => void run(() => replay(choice), `${what}: replaying.`)
  const giveUp = () =>
    window.confirm(`Drop ${what}? What it told is then never known to its subscriber.`) &&
    void run(() => drop(choice), said('dropped', 1))
  return (
    <div className={styles['buttons']}>
      <Button size="small" disabled={isBusy || isReplaying} aria-label={`Replay ${what}`} onClick={again}>
        {isReplaying ? 'Replaying…' : 'Replay'}
      </Button>
      <Button size="small" look="danger" disabled={isBusy} aria-label={`Drop ${what}`} onClick={giveUp}>
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
          {subscriber} · {counted(attempts, 'attempt')} · {formatMoment(died_at)} · {event_id}
        </span>
      </div>
      <Acts choice={{ service, event_id, subscriber }} what={`${type} for ${subscriber}`} isReplaying={replaying} />
    </li>
  )
}

function OfService({ service, letters }: { service: string; letters: readonly http.DeadLetter[] }) {
  const [shown, setShown] = useState(FIRST)
  return (
    <section aria-label={`Dead letters of ${service}`}>
      <div className={styles['item']}>
        <h3 className={styles['heading']}>
          {service}: {counted(letters.length, 'dead letter')}
        </h3>
        {letters.length > 1 && <Acts choice={{ service }} what={`everything of ${service}`} />}
      </div>
      <ul>
        {letters.slice(0, shown).map(letter => (
          <Letter key={`${letter.event_id} ${letter.subscriber}`} letter={letter} />
        ))}
      </ul>
      {letters.length > shown && (
        <Button look="quiet" size="small" onClick={() => setShown(shown + 5 * FIRST)}>
          Show More
        </Button>
      )}
    </section>
  )
}

/** Events that were given up: looked at, replayed, or dropped. */
export const DeadLetters = () => (
  <ReadCard title="Dead letters" read={deadLetters} everySeconds={EVERY_SECONDS} wide>
    {({ letters, notes }) => (
      <>
        <Notes notes={notes} />
        {letters.length === 0 && notes.length === 0 && <p className={styles['none']}>Nothing was given up.</p>}
        {[...Map.groupBy(letters, ({ service }) => service)].map(([service, own]) => (
          <OfService key={service} service={service} letters={own} />
        ))}
      </>
    )}
  </ReadCard>
)
