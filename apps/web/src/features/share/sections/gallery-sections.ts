import type { http } from '@daymark/contracts'

export type GallerySection = http.Section & { images: readonly http.PublicImage[] }

/** Sections with their photos: they follow each other in the order of the gallery, behind the photos that are in none. */
export function gallerySections({ album: { sections }, images }: http.PublicShare): GallerySection[] {
  let at = images.length - sections.reduce((sum, section) => sum + section.image_count, 0)
  return sections.map(section => ({ ...section, images: images.slice(at, (at += section.image_count)) }))
}
