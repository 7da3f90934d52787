import type { http } from '@daymark/contracts'
import { formatMoment } from '../../../../lib/format/dates.ts'
import { Link } from '../../../../lib/router.ts'
import table from '../../lists/table.module.css'
import { detailsOf, sentenceOf } from './audit-sentence.ts'
import styles from '../activity.module.css'

/** One action with actor, target, time and address. */
export function AuditEntry({ entry }: { entry: http.AuditItem }) {
  const { actor, target, address, details, at } = entry
  const said = sentenceOf(entry)
  const more = detailsOf(details)
  return (
    <tr className={styles['row']}>
      <td className={table['time']}>
        <time dateTime={at}>{formatMoment(at)}</time>
      </td>
      <td>
        {actor.id ? (
          <Link to={`/admin/users/${actor.id}`} className={table['name']}>
            {actor.name ?? actor.id}
          </Link>
        ) : (
          <strong>{actor.name ?? 'The server'}</strong>
        )}{' '}
        {said.before}
        {said.target !== null &&
          (target?.kind === 'user' ? (
            <Link to={`/admin/users/${target.id}`}>{said.target}</Link>
          ) : (
            <strong>{said.target}</strong>
          ))}
        {said.after}
        {more && <div className={table['small']}>{more}</div>}
      </td>
      <td data-head={address ? 'From' : undefined} className={table['quiet']}>
        {address}
      </td>
    </tr>
  )
}
