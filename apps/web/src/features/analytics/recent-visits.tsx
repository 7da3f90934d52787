import { RECENT_VISITS, VISITOR_ID_SHOWN, type http } from '@daymark/contracts'
import { formatMoment } from '../../lib/format/dates.ts'
import { formatDuration } from './format-duration.ts'
import { Panel } from './panel.tsx'
import styles from './table.module.css'

/** S-ANAUI-02: the ten newest; a visitor is shown by the beginning of a random id. */
export function RecentVisits({ visits }: { visits: http.ShareAnalytics['visits'] }) {
  return (
    <Panel title="Recent visits">
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">Visitor</th>
            <th scope="col">Started</th>
            <th scope="col" className={styles['number']}>
              Duration
            </th>
            <th scope="col" className={styles['spare']}>
              Pages
            </th>
            <th scope="col" className={styles['number']}>
              Photos
            </th>
          </tr>
        </thead>
        <tbody>
          {visits.slice(0, RECENT_VISITS).map(visit => (
            <tr key={visit.id}>
              <th scope="row">{visit.visitor_id.slice(0, VISITOR_ID_SHOWN)}</th>
              <td>{formatMoment(visit.started_at)}</td>
              <td className={styles['number']}>{formatDuration(visit.duration_seconds)}</td>
              <td className={styles['spare']}>{visit.page_views}</td>
              <td className={styles['number']}>{visit.photo_views}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
