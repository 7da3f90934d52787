import { type GalleryView, type http, presentPhotoFields } from '@daymark/contracts'
import { presentSections, stemOf } from './library.ts'

/** rule 38: lists its fields explicitly, so that new fields of the sharing service, and the ids of link and owner, stay internal. */
export function presentGallery({ album, link, photos }: GalleryView, photographer: string | null): http.PublicShare {
  const { title, description, theme, header, sections } = album
  return {
    album: {
      ...{ title, description, theme, image_count: photos.length },
      header_layout: header.layout,
      cover_image_id: header.photoId,
      cover_x: header.x,
      cover_y: header.y,
      sections: presentSections(sections),
    },
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
      picks: link.picks ?? null,
      comments: link.comments ?? null,
      first_look: link.firstLook ?? null,
    },
    photographer,
    images: photos.map(photo => presentGalleryPhoto(photo, link.token)),
  }
}

/** The URL of the large variant (lg) for visitors. */
export const galleryPhotoUrl = (filename: string, token: string): string =>
  `/media/share/lg/${encodeURIComponent(stemOf(filename))}.jpg?token=${token}`

function presentGalleryPhoto(photo: GalleryView['photos'][number], token: string): http.PublicImage {
  return {
    id: photo.id,
    filename: photo.filename,
    ...presentPhotoFields('gallery', photo),
    width: photo.width,
    height: photo.height,
    orientation: photo.orientation,
    url: galleryPhotoUrl(photo.filename, token),
    placeholder: photo.placeholder,
  }
}
