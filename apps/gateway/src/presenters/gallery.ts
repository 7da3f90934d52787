import type { GalleryView, http } from '@daymark/contracts'
import { stemOf } from './photo.ts'

/** rule 38: white-listed, so that nothing that sharing adds later gets out by itself; link and owner ids stay inside. */
export function presentGallery({ album, link, photos }: GalleryView): http.PublicShare {
  const { title, description, theme } = album
  return {
    album: { title, description, theme, image_count: photos.length },
    link: {
      token: link.token,
      allow_downloads: link.allowDownloads,
      watermark: link.watermark,
      theme: link.theme,
      theme_override: link.themeOverride,
      show_titles: link.showTitles,
      download_sizes: link.downloadSizes,
      has_download_limit: link.hasDownloadLimit,
      expires_at: link.expiresAt,
    },
    images: photos.map(photo => presentGalleryPhoto(photo, link.token)),
  }
}

function presentGalleryPhoto(photo: GalleryView['photos'][number], token: string): http.PublicImage {
  return {
    id: photo.id,
    filename: photo.filename,
    ...(photo.title !== undefined && { title: photo.title }),
    caption: photo.caption,
    width: photo.width,
    height: photo.height,
    orientation: photo.orientation,
    url: `/media/share/lg/${encodeURIComponent(stemOf(photo.filename))}.jpg?token=${token}`,
    placeholder: photo.placeholder,
  }
}
