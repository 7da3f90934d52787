import type { http } from '@daymark/contracts'
import { GalleryHead } from '../../../widgets/gallery-head/gallery-head.tsx'
import { coverOf } from '../share-media.ts'

/** S-PUB-02 */
export function GalleryHeader({ share, onCoverSettled }: { share: http.PublicShare; onCoverSettled: () => void }) {
  const { title, description, image_count, header_layout } = share.album
  return (
    <GalleryHead
      {...{ title, description, onCoverSettled }}
      count={image_count}
      photographer={share.photographer}
      layout={header_layout}
      cover={coverOf(share)}
    />
  )
}
