import type { AlbumView, ExportedPhoto, LinkView } from '@daymark/contracts'

/** All that is taken along, each photo with its place in the archive. */
export type Exported = {
  photos: (ExportedPhoto & { path: string })[]
  albums: AlbumView[]
  links: LinkView[]
}
