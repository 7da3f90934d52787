import type { http } from '@daymark/contracts'
import styles from './analytics.module.css'
import { counted } from '../../lib/format/counted.ts'
import { Panel } from './panel.tsx'

const number = new Intl.NumberFormat()
type Download = http.ShareAnalytics['downloads'][number]
const NAMES: Record<http.DownloadType, string> = { album_zip: 'Albums (ZIP)', single_image: 'Single photos' }

/** S-TRK-02 */
export function Downloads({ downloads }: { downloads: readonly Download[] }) {
  return (
    <Panel title="Downloads">
      <dl className={styles['downloads']}>
        {downloads.map(({ type, count, photo_count }) => (
          <div key={type}>
            <dt>{NAMES[type]}</dt>
            <dd>
              {number.format(count)}
              {type !== 'single_image' && count > 0 && <small>{counted(photo_count, 'photo')}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
