import type { http } from '@daymark/contracts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Stage } from '../../../widgets/lightbox/stage/stage.tsx'
import type { StagePhoto } from '../../../widgets/lightbox/stage/stage-photo.ts'
import type { Viewer } from '../../../widgets/lightbox/use-viewer.ts'
import type { Zoom } from '../../../widgets/lightbox/zoom/use-zoom.ts'
import styles from './share-viewer.module.css'

/** S-PUB-09, S-PUB-10: the server omits the title if the link hides titles. */
function Words({ photo }: { photo: http.PublicImage }) {
  if (!photo.title && !photo.caption) return null
  return (
    <footer className={styles['words']}>
      {photo.title && <h2 className={styles['title']}>{photo.title}</h2>}
      {photo.caption && <p className={styles['caption']}>{photo.caption}</p>}
    </footer>
  )
}

function Turning({ total, move }: { total: number; move: (by: number) => void }) {
  if (total < 2) return null
  return (
    <>
      <IconButton name="Previous photo" className={styles['previous']} onClick={() => move(-1)}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <IconButton name="Next photo" className={styles['next']} onClick={() => move(1)}>
        <ChevronRight aria-hidden />
      </IconButton>
    </>
  )
}

type Props = {
  photo: http.PublicImage
  photos: readonly StagePhoto[]
  viewer: Viewer<http.PublicImage>
  zoom: Zoom
  isFading: boolean
  onTap: () => void
  overlay: ReactNode
}

/** One photo with its text, and the buttons to the others. */
export function SinglePhoto({ photo, photos, viewer, zoom, isFading, onTap, overlay }: Props) {
  return (
    <>
      <div className={styles['stage']}>
        <Stage {...{ photos, viewer, zoom, isFading, onTap, overlay }} />
        <Turning total={photos.length} move={viewer.move} />
      </div>
      <Words photo={photo} />
    </>
  )
}
