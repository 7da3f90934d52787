import { useCached } from '../../domain/cache/use-cached.ts'
import { formatDate } from '../../lib/format/dates.ts'
import styles from './billing.module.css'
import { invoices } from './billing.queries.ts'
import { formatTotal } from './price.ts'

const STATUS: Record<string, string> = { open: 'Unpaid', uncollectible: 'Unpaid', void: 'Void', draft: 'Draft' }

/** The newest invoices. Hidden without invoices, and when the card provider does not respond. */
export function Invoices() {
  const { data = [] } = useCached(invoices())
  if (data.length === 0) return null
  return (
    <section aria-labelledby="invoices" className={styles['part']}>
      <h2 id="invoices" className={styles['title']}>
        Invoices
      </h2>
      <ul className={styles['invoices']}>
        {data.map(({ id, number, date, status, total, currency, url, pdf }) => (
          <li key={id} className={styles['invoice']}>
            <span className={styles['when']}>
              {formatDate(date)}
              <span className={styles['number']}>{[number, STATUS[status]].filter(Boolean).join(' · ')}</span>
            </span>
            <strong>{formatTotal(total, currency)}</strong>
            {(pdf ?? url) && (
              <a
                href={pdf ?? url ?? undefined}
                target="_blank"
                rel="noreferrer"
                aria-label={`Invoice of ${formatDate(date)}`}
              >
                View
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
