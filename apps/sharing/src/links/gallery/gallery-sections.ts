import type { AlbumSection, GalleryView } from '@daymark/contracts'

type Placed = { position?: number }

/** Asked for beside what is shown of a photo, where an album has sections. */
export const POSITION = 'm.position'

/** Sections that have photos of the gallery, with how many. Both come in the order of the album. */
export function countedSections(
  sections: AlbumSection[],
  photos: Placed[],
): NonNullable<GalleryView['album']['sections']> {
  const counts = sections.map(() => 0)
  let at = -1
  for (const { position = -Infinity } of photos) {
    while ((sections[at + 1]?.position ?? Infinity) <= position) at++
    if (at >= 0) counts[at] = (counts[at] ?? 0) + 1
  }
  return sections
    .map(({ id, name }, n) => ({ id, name, photoCount: counts[n] ?? 0 }))
    .filter(({ photoCount }) => photoCount > 0)
}
