import { errors, library, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, idOr, type Handler } from '@daymark/platform'
import { locatedVariant } from './located-variant.ts'
import { ReceivedFile } from './received-file.entity.ts'

/** For the owner alone, while it waits; after that it is the photo's. */
@Handles(library.locateReceived)
export class LocateReceived implements Handler<typeof library.locateReceived> {
  constructor(private readonly db: Database) {}

  async handle({ id: asked, size }: Input<typeof library.locateReceived>, { userId: ownerId }: Actor) {
    const id = idOr(errors.RECEIVED_NOT_FOUND, asked)
    return locatedVariant(await this.db.em.findOneBy(ReceivedFile, { id, ownerId, state: 'waiting' }), size)
  }
}
