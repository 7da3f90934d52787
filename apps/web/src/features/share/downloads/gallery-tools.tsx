import type { http } from '@daymark/contracts'
import { CheckSquare, Download, FolderCheck } from 'lucide-react'
import { Button, buttonClass } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import styles from '../gallery/gallery.module.css'
import { zipUrl } from '../share.queries.ts'
import type { useDownloads } from './use-downloads.ts'

type Props = {
  share: http.PublicShare
  /** Null: the bar of the first screen, whose buttons cannot be pressed yet. */
  downloads: ReturnType<typeof useDownloads> | null
  onSelect?: () => void
}

/** S-PUB-03: the downloads that the link allows. */
export function GalleryTools({ share: { link, images }, downloads, onSelect }: Props) {
  if (!link.allow_downloads || images.length === 0) return null
  return (
    <div className={styles['tools']}>
      <a
        href={zipUrl(link.token)}
        download={!link.watermark}
        className={buttonClass({ look: 'quiet' })}
        onClick={event => downloads?.onDownload(event, { photos: images, isAlbum: true })}
      >
        <Download aria-hidden />
        Download Album (ZIP)
      </a>
      <div className={styles['pair']}>
        <Button look="quiet" icon={<CheckSquare aria-hidden />} onClick={onSelect}>
          Select
        </Button>
        <IconButton name="Verify My Copy" onClick={downloads?.verify}>
          <FolderCheck aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}
