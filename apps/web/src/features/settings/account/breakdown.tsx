import { formatBytes, type http } from '@daymark/contracts'
import { classNames } from '../../../ui/class-names.ts'
import styles from './account.module.css'

const KINDS = [
  ['originals', 'Originals'],
  ['large', 'Large'],
  ['medium', 'Medium'],
  ['small', 'Small'],
] as const satisfies (readonly [keyof http.AccountAnalytics['breakdown'], string])[]

/** S-SET-11: storage by kind. The list contains the values of the bar. */
export function Breakdown({ breakdown }: { breakdown: http.AccountAnalytics['breakdown'] }) {
  const used = KINDS.filter(([kind]) => breakdown[kind] > 0)
  return (
    <div className={styles['breakdown']}>
      <h3 className={styles['subtitle']}>Storage by size</h3>
      {used.length > 0 && (
        <div aria-hidden className={styles['parts']}>
          {used.map(([kind]) => (
            <span key={kind} className={styles[kind]} style={{ flexGrow: breakdown[kind] }} />
          ))}
        </div>
      )}
      <dl className={styles['kinds']}>
        {KINDS.map(([kind, name]) => (
          <div key={kind}>
            <dt>
              <span aria-hidden className={classNames(styles['swatch'], styles[kind])} />
              {name}
            </dt>
            <dd>{formatBytes(breakdown[kind])}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
