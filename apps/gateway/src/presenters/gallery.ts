import { type GalleryView, type http, linkFields, photoFields, presentFields } from '@daymark/contracts'
import { presentSections, removeExtension } from './library.ts'

/**
 * rule 38: contains only fields that are listed here or in a table of fields for visitors. New fields, and the ids of link and owner, stay
 * internal.
 */
export function presentGallery({ album, link, photos }: GalleryView, photographer: string | null): http.PublicShare {
  const { title, description, theme, header, sections } = album
  return {
    album: {
      title,
      description,
      theme,
      image_count: photos.length,
      header_layout: header.layout,
      cover_image_id: header.photoId,
      cover_x: header.x,
      cover_y: header.y,
      sections: presentSections(sections),
    },
    link: {
      token: link.token,
      ...presentFields(linkFields, 'gallery', link),
      has_download_limit: link.hasDownloadLimit,
    },
    photographer,
    images: photos.map(photo => presentGalleryPhoto(photo, link.token)),
  }
}

/** The URL of the large variant (lg) for visitors. */
export const galleryPhotoUrl = (filename: string, token: string): string =>
  `/media/share/lg/${encodeURIComponent(removeExtension(filename))}.jpg?token=${token}`

function presentGalleryPhoto(photo: GalleryView['photos'][number], token: string): http.PublicImage {
  return {
    id: photo.id,
    filename: photo.filename,
    ...presentFields(photoFields, 'gallery', photo),
    width: photo.width,
    height: photo.height,
    orientation: photo.orientation,
    url: galleryPhotoUrl(photo.filename, token),
    placeholder: photo.placeholder,
  }
}
