import { library, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { findAlbum } from '../albums/find-album.ts'
import { viewCaptureOrder } from './cameras-of.ts'
import { readCaptured } from './read-captured.ts'

@Handles(library.getCaptureOrder)
export class GetCaptureOrder implements Handler<typeof library.getCaptureOrder> {
  constructor(private readonly db: Database) {}

  async handle({ id }: Input<typeof library.getCaptureOrder>, { userId }: Actor) {
    const album = await findAlbum(this.db.em, id, userId)
    return { ...viewCaptureOrder(await readCaptured(this.db, album.id), album.captureOrder), version: album.version }
  }
}
