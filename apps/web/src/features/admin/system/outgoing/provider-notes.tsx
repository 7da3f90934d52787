import type { http } from '@daymark/contracts'
import { formatMoment } from '../../../../lib/format/dates.ts'
import { Link } from '../../../../lib/router.ts'
import { ReadCard } from '../../frame/card.tsx'
import { Chip } from '../../frame/chip.tsx'
import { providerNotes } from '../system.queries.ts'
import styles from '../system.module.css'

type Note = http.ProviderNotes['notes'][number]

/** In cents, as the card provider reports it. */
function amountOf({ amount, currency }: Note) {
  if (amount === null) return ''
  if (!currency) return String(amount / 100)
  return new Intl.NumberFormat(undefined, { style: 'currency', currency: currency.toUpperCase() }).format(amount / 100)
}

/** Refunds and disputes, which an administrator must answer in time. */
export const ProviderNotes = () => (
  <ReadCard title="Refunds and disputes" read={providerNotes} wide>
    {({ notes }) =>
      notes.length === 0 ? (
        <p className={styles['none']}>No notices from the card provider.</p>
      ) : (
        <ul>
          {notes.map(note => (
            <li key={note.id} className={styles['item']}>
              <div className={styles['words']}>
                <strong>
                  {note.kind} {amountOf(note)}
                </strong>
                <span className={styles['small']}>
                  {note.reason && `${note.reason} · `}
                  {formatMoment(note.noted_at)}
                  {note.user_id && (
                    <>
                      {' '}
                      · <Link to={`/admin/users/${note.user_id}`}>User</Link>
                    </>
                  )}
                </span>
              </div>
              <Chip>{note.status}</Chip>
            </li>
          ))}
        </ul>
      )
    }
  </ReadCard>
)
