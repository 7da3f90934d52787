import { errors, sharing, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, isId, type Handler } from '@daymark/platform'
import { ARCHIVE_COLUMNS, type ArchiveLink } from '../gallery/archive-files.ts'
import { offeredSize } from '../gallery/offered-downloads.ts'
import { Manifests } from './manifests.ts'

@Handles(sharing.getOwnManifest)
export class GetOwnManifest implements Handler<typeof sharing.getOwnManifest> {
  constructor(
    private readonly db: Database,
    private readonly manifests: Manifests,
  ) {}

  async handle({ linkId, size }: Input<typeof sharing.getOwnManifest>, { userId }: Actor) {
    const [link] =
      isId(linkId) && isId(userId)
        ? await this.db.sql<ArchiveLink>(`SELECT ${ARCHIVE_COLUMNS} WHERE l.id = $1 AND l.owner_id = $2`, [
            linkId,
            userId,
          ])
        : []
    if (!link) throw errors.SHARE_NOT_FOUND()
    return this.manifests.of(link, offeredSize(link, size))
  }
}
