import type { http } from '@daymark/contracts'
import { Picture } from '../../widgets/masonry/picture.tsx'
import { counted } from '../../lib/format/counted.ts'
import { Panel } from './panel.tsx'
import styles from './top-photos.module.css'

type TopPhoto = http.ShareAnalytics['topPhotos'][number]

function countsOf({ view_count, download_count }: TopPhoto): string {
  const views = counted(view_count, 'view')
  return download_count === 0 ? views : `${views} · ${counted(download_count, 'download')}`
}

/** S-TRK-04: the most viewed first, with their pictures. */
export function TopPhotos({ photos }: { photos: readonly TopPhoto[] }) {
  return (
    <Panel title="Top photos">
      {photos.length === 0 && <p className={styles['none']}>No photo views yet.</p>}
      <ol aria-label="Top photos" className={styles['grid']}>
        {photos.map(photo => (
          <li key={photo.image_id} className={styles['photo']}>
            <span className={styles['box']}>
              <Picture src={photo.thumbnail_url} alt="" placeholder={null} />
            </span>
            <span className={styles['name']}>{photo.title || photo.original_filename}</span>
            <span className={styles['counts']}>{countsOf(photo)}</span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
