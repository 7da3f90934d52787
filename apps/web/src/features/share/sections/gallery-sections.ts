import type { http } from '@daymark/contracts'

export type GallerySection = http.Section & { images: readonly http.PublicImage[] }

/** Sections with their photos, in the order of the gallery, after the photos without a section. */
export function gallerySections({ album: { sections }, images }: http.PublicShare): GallerySection[] {
  let at = images.length - sections.reduce((sum, section) => sum + section.image_count, 0)
  return sections.map(section => ({ ...section, images: images.slice(at, (at += section.image_count)) }))
}
