import type { http } from '@daymark/contracts'
import { CheckSquare, Download } from 'lucide-react'
import { Button, buttonClass } from '../../../ui/buttons/button.tsx'
import { zipUrl } from '../share.queries.ts'
import styles from './gallery-tools.module.css'
import type { OnDownload } from './use-downloads.ts'

type Props = { share: http.PublicShare; onDownload: OnDownload; onSelect: () => void }

/** S-PUB-03: what can be taken along, where the link allows it. */
export function GalleryTools({ share: { link, images }, onDownload, onSelect }: Props) {
  if (!link.allow_downloads || images.length === 0) return null
  return (
    <div className={styles['tools']}>
      <a
        href={zipUrl(link.token)}
        download={!link.watermark}
        className={buttonClass({ look: 'quiet' })}
        onClick={event => onDownload(event, { photos: images, isAlbum: true })}
      >
        <Download aria-hidden />
        Download Album (ZIP)
      </a>
      <Button look="quiet" icon={<CheckSquare aria-hidden />} onClick={onSelect}>
        Select
      </Button>
    </div>
  )
}
