import { type Actor, errors, type Input, sharing } from '@daymark/contracts'
import { Database, type Handler, Handles, isId } from '@daymark/platform'
import { ARCHIVE_COLUMNS, type ArchiveLink } from '../gallery/archive-files.ts'
import { GalleryAccess } from '../gallery/gallery-access.ts'
import { offeredSize } from '../gallery/offered-downloads.ts'
import { isToken } from '../link-token.ts'
import { Manifests } from './manifests.ts'

@Handles(sharing.getManifest)
export class GetManifest implements Handler<typeof sharing.getManifest> {
  constructor(
    private readonly db: Database,
    private readonly access: GalleryAccess,
    private readonly manifests: Manifests,
  ) {}

  async handle({ token, grant, size, visitorId }: Input<typeof sharing.getManifest>) {
    const link = this.access.enter(await this.link(token), grant)
    return this.manifests.of(link, offeredSize(link, size), visitorId)
  }

  private async link(token: string): Promise<ArchiveLink | undefined> {
    if (!isToken(token)) return undefined
    const [row] = await this.db.sql<ArchiveLink>(`SELECT ${ARCHIVE_COLUMNS} WHERE l.token = $1`, [token])
    return row
  }
}

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
