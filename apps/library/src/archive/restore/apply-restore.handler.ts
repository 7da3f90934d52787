import { errors, libraryRestores, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { changeLibrary } from '../../accounts/change-library.ts'
import { announceAlbum } from '../announce-albums.ts'
import { recount } from '../recount.ts'
import { bringAlbums } from './bring-albums.ts'
import { bringPhotos } from './bring-photos.ts'
import { bringTags } from './bring-tags.ts'

/** The caller waits for so long and asks again. */
const TURN_MS = 2000
const CAME = `
  SELECT count(*)::int AS photos FROM restored_rows s JOIN photos p ON p.id = s.new_id
  WHERE s.restore_id = $1 AND s.of_table = 'photos'`

@Handles(libraryRestores.apply)
export class ApplyRestore implements Handler<typeof libraryRestores.apply> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ restoreId, userId }: Input<typeof libraryRestores.apply>, actor: Actor) {
    if (actor.role !== 'system') throw errors.FORBIDDEN()
    const change = <T>(work: Parameters<typeof changeLibrary<T>>[3]): Promise<T> =>
      this.db.commit(tx => changeLibrary(tx, userId, this.clock.now(), work))
    const until = performance.now() + TURN_MS
    let more = true
    while (more && performance.now() < until) more = await change(own => bringPhotos(own, restoreId))
    if (!more) {
      await change(own => bringAlbums(own, restoreId))
      await change(own => bringTags(own, restoreId))
      while (await change(announceAlbum));
      await change(recount)
    }
    const [came] = await this.db.sql<{ photos: number }>(CAME, [restoreId])
    return { photos: came?.photos ?? 0, more }
  }
}
