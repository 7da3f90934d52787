import { randomUUIDv7 } from 'node:crypto'
import { act, errors, sharing, sharingAudited, UPLOADS, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler, type Tx } from '@daymark/platform'
import { Passwords } from '@daymark/platform/passwords'
import { CatchUp } from '../copy/catch-up.ts'
import { holdAlbum } from '../copy/hold-album.ts'
import { linkToken } from '../links/link-token.ts'
import { assertSection } from './own-upload-link.ts'
import { UploadLink, uploadLinkTarget } from './upload-link.entity.ts'

/** Those of an owner that are made at once are counted one after the other. */
const ALONE = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 30))'
const COUNT = `
  SELECT count(*)::int AS account, (count(*) FILTER (WHERE album_id = $2))::int AS album FROM upload_links WHERE owner_id = $1`

@Handles(sharing.createUploadLink)
export class CreateUploadLink implements Handler<typeof sharing.createUploadLink> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly catchUp: CatchUp,
    private readonly passwords: Passwords,
  ) {}

  async handle(input: Input<typeof sharing.createUploadLink>, actor: Actor) {
    const { albumId, albumVersion, password, ...settings } = input
    const passwordHash = password ? await this.passwords.hash(password, actor.userId) : undefined
    await this.catchUp.with(albumId, actor.userId, albumVersion)
    const now = this.clock.now()
    const link = UploadLink.for(albumId, actor.userId, { id: randomUUIDv7(), token: linkToken(), createdAt: now })
    link.set({ ...settings, passwordHash })
    return this.db.commit(async tx => {
      await holdAlbum(tx, albumId)
      await assertSection(tx, link)
      await assertRoom(tx, link)
      await tx.em.insert(UploadLink, link)
      tx.emit(sharingAudited, ...act(actor, 'upload-link.created', uploadLinkTarget(link)))
      return link.view(0, now)
    })
  }
}

async function assertRoom(tx: Tx, { ownerId, albumId }: UploadLink): Promise<void> {
  await tx.sql(ALONE, [ownerId])
  const [there] = await tx.sql<{ account: number; album: number }>(COUNT, [ownerId, albumId])
  const isFull = there && (there.album >= UPLOADS.perAlbum || there.account >= UPLOADS.perOwner)
  if (isFull) throw errors.UPLOAD_LINKS_FULL()
}
