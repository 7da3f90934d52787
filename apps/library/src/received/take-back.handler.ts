import { errors, library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, idOr, type Handler } from '@daymark/platform'
import { Not } from 'typeorm'
import { changeLibrary } from '../accounts/change-library.ts'
import { decide, dropFiles } from './drop-received.ts'
import { tellReceived } from './received-events.ts'
import { ReceivedFile } from './received-file.entity.ts'

/** Until its owner decided, what she sent is hers to take back. */
@Handles(library.takeBack)
export class TakeBack implements Handler<typeof library.takeBack> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ id, linkId, guestId }: Input<typeof library.takeBack>, { userId: ownerId }: Actor) {
    return this.db.commit(tx =>
      changeLibrary(tx, ownerId, this.clock.now(), async own => {
        const hers = {
          id: idOr(errors.RECEIVED_NOT_FOUND, id),
          ownerId,
          linkId,
          guestId,
          state: Not<'withdrawn'>('withdrawn'),
        }
        const file = await tx.em.findOneBy(ReceivedFile, hers)
        if (!file) throw errors.RECEIVED_NOT_FOUND()
        if (file.state !== 'waiting')
          throw errors.CONFLICT({ reason: 'It was looked at already: please ask the person who sent you this link.' })
        dropFiles(own, [file])
        await decide(own, [file.id], 'withdrawn')
        tellReceived(own, file.albumId)
        return { success: true as const }
      }),
    )
  }
}
