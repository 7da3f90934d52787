import { albumPurged, type EventOf } from '@daymark/contracts'
import { Clock, Database, On, type Commit, type Subscriber } from '@daymark/platform'
import { changeExistingLibrary } from '../accounts/change-library.ts'
import { deleteStoredFiles } from './review-received.ts'
import { ReceivedFile } from './received-file.entity.ts'

const FILES_PER_BATCH = 200

/** When an album is purged and can no longer be restored, deletes its pending guest files and the record of all files that guests sent. */
@On(albumPurged)
export class DeleteReceivedFiles implements Subscriber<typeof albumPurged> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async on({ data: { albumId, ownerId } }: EventOf<typeof albumPurged>, commit: Commit) {
    while ((await this.deleteBatch(albumId, ownerId)) === FILES_PER_BATCH);
    await commit(async tx =>
      tx.send('DELETE FROM guest_uploads WHERE album_id = $1 AND owner_id = $2', [albumId, ownerId]),
    )
  }

  private async deleteBatch(albumId: string, ownerId: string): Promise<number> {
    let deletedCount = 0
    await this.db.commit(tx =>
      changeExistingLibrary(tx, ownerId, this.clock.now(), async lockedLibrary => {
        const files = await tx.em.find(ReceivedFile, {
          where: { ownerId, albumId, state: 'waiting' },
          take: FILES_PER_BATCH,
        })
        deleteStoredFiles(lockedLibrary, files)
        await tx.em.remove(files)
        deletedCount = files.length
      }),
    )
    return deletedCount
  }
}
