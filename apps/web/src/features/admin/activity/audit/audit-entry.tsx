import type { http } from '@daymark/contracts'
import { formatShortDateTime } from '../../../../lib/format/dates.ts'
import { Link } from '../../../../lib/router.ts'
import table from '../../frame/table.module.css'
import { formatDetails, createSentence } from './audit-sentence.ts'
import styles from '../activity.module.css'

/** An entry of the audit log with time, actor, action, target and IP address. */
export function AuditEntry({ entry }: { entry: http.AuditItem }) {
  const { actor, target, address, details, at } = entry
  const sentence = createSentence(entry)
  const more = formatDetails(details)
  return (
    <tr className={styles['row']}>
      <td className={table['time']}>
        <time dateTime={at}>{formatShortDateTime(at)}</time>
      </td>
      <td>
        {actor.id ? (
          <Link to={`/admin/users/${actor.id}`} className={table['name']}>
            {actor.name ?? actor.id}
          </Link>
        ) : (
          <strong>{actor.name ?? 'The server'}</strong>
        )}{' '}
        {sentence.before}
        {sentence.target !== null &&
          (target?.kind === 'user' ? (
            <Link to={`/admin/users/${target.id}`}>{sentence.target}</Link>
          ) : (
            <strong>{sentence.target}</strong>
          ))}
        {sentence.after}
        {more && <div className={table['small']}>{more}</div>}
      </td>
      <td data-head={address ? 'From' : undefined} className={table['quiet']}>
        {address}
      </td>
    </tr>
  )
}
