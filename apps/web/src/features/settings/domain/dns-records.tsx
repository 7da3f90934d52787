import type { http } from '@daymark/contracts'
import { Check, Copy, Hourglass } from 'lucide-react'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { copyWithToast } from '../../../ui/feedback/copy.tsx'
import styles from './domain.module.css'

type Record = http.Domain['records'][number]

function Part({ name, value }: { name: string; value: string }) {
  const copy = () => copyWithToast(value, 'Copied!')
  return (
    <div className={styles['part']}>
      <dt>{name}</dt>
      <dd>
        <code>{value}</code>
        <IconButton name={`Copy ${name.toLowerCase()}`} size="small" onClick={() => void copy()}>
          <Copy aria-hidden />
        </IconButton>
      </dd>
    </div>
  )
}

/** Found or pending; nothing before the first check. */
const Found = ({ found }: Pick<Record, 'found'>) =>
  found === null ? null : found ? (
    <span className={styles['good']}>
      <Check aria-hidden /> Found
    </span>
  ) : (
    <span className={styles['missing']}>
      <Hourglass aria-hidden /> Not found yet
    </span>
  )

/** The DNS records to enter at the domain provider, with copy buttons. */
export const DnsRecords = ({ records }: { records: readonly Record[] }) => (
  <ul aria-label="DNS records" className={styles['records']}>
    {records.map(({ type, name, value, found }) => (
      <li key={type} className={styles['record']}>
        <p className={styles['type']}>
          <strong>{type}</strong>
          <Found found={found} />
        </p>
        <dl className={styles['parts']}>
          <Part name="Name" value={name} />
          <Part name="Value" value={value} />
        </dl>
      </li>
    ))}
  </ul>
)
