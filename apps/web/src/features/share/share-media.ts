import type { http, VariantSize } from '@daymark/contracts'
import type { Cover } from '../../widgets/gallery-head/gallery-head.tsx'
import type { StagePhoto } from '../../widgets/lightbox/stage/slide.tsx'

type LinkDownloads = Pick<http.PublicShare['link'], 'allow_downloads' | 'download_sizes' | 'has_download_limit'>

/**
 * Returns the URL of a variant. The URLs of the variants of a photo differ only in the size:
 * /media/share/{size}/{name}.jpg?token=…
 */
export const variantUrl = ({ url }: Pick<http.PublicImage, 'url'>, size: VariantSize) =>
  url.replace('/lg/', `/${size}/`)

export const downloadUrl = ({ url }: Pick<http.PublicImage, 'url'>) =>
  `${url}${url.includes('?') ? '&' : '?'}download=1`

/** S-PUB-09: returns the label of a photo: its title or, if the title is hidden or empty, its position. */
export const photoLabel = (photo: Pick<http.PublicImage, 'title'>, index: number) => photo.title || `Photo ${index + 1}`

/**
 * S-PUB-03: whether the viewer may show the original: only if visitors may download it. Viewing it does not count
 * towards a limit.
 */
const isOriginalViewable = (link: LinkDownloads) =>
  link.allow_downloads && link.download_sizes.includes('original') && !link.has_download_limit

export const toStagePhoto = (photo: http.PublicImage, index: number, link: LinkDownloads): StagePhoto => ({
  id: photo.id,
  url: photo.url,
  smallUrl: variantUrl(photo, 'sm'),
  fullUrl: isOriginalViewable(link) ? downloadUrl(photo) : null,
  name: photoLabel(photo, index),
  width: photo.width,
  height: photo.height,
  placeholder: photo.placeholder,
})

/** Returns the cover at the top of the gallery, which the server chooses. Null: the header contains only text. */
export function coverOf({ album, images }: http.PublicShare): Cover | null {
  const photo = album.cover_image_id ? images.find(({ id }) => id === album.cover_image_id) : undefined
  return photo ? { ...photo, x: album.cover_x, y: album.cover_y } : null
}
