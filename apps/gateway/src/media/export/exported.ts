import type { AlbumView, ExportedPhoto, LinkView } from '@daymark/contracts'
import type { ExportedAccount } from './exported-account.ts'
import type { ExportedVisit } from './exported-visits.ts'

/** All that is taken along, each photo with its place in the archive. */
export type Exported = {
  account: ExportedAccount
  photos: (ExportedPhoto & { path: string })[]
  albums: AlbumView[]
  links: LinkView[]
  /** By link. */
  visits: Map<string, ExportedVisit>
}
