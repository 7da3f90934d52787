import type { http } from '@daymark/contracts'
import { Download } from 'lucide-react'
import { buttonClass } from '../../../ui/buttons/button.tsx'
import { zipUrl } from '../share.queries.ts'
import styles from './gallery-bar.module.css'

/** S-PUB-03: what can be done with the gallery; it stays in sight. */
export function GalleryBar({ share, onDownload }: { share: http.PublicShare; onDownload: () => void }) {
  const { album, link, images } = share
  if (images.length === 0) return null
  return (
    <div className={styles['bar']}>
      <span aria-hidden className={styles['title']}>
        {album.title}
      </span>
      {link.allow_downloads && (
        <a
          href={zipUrl(link.token)}
          download={!link.watermark}
          className={buttonClass({ look: 'quiet' })}
          onClick={onDownload}
        >
          <Download aria-hidden />
          Download Album (ZIP)
        </a>
      )}
    </div>
  )
}
