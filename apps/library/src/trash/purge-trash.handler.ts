import { library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, goneBefore, Handles, isId, type Handler, type Tx } from '@daymark/platform'
import { changeLibrary } from '../accounts/change-library.ts'
import { LibraryConfig } from '../config.ts'
import { purge } from '../photos/purge-photos.job.ts'
import { purgeThings } from './purge-things.ts'

const NAMED = 'id = ANY($1::uuid[]) AND owner_id = $2'

/** What is named goes at once. Everything is due at once, and goes with the next run of the job (PurgePhotos), however much it is. */
@Handles(library.purgeTrash)
export class PurgeTrash implements Handler<typeof library.purgeTrash> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly config: LibraryConfig,
  ) {}

  async handle({ all, photoIds, ...things }: Input<typeof library.purgeTrash>, { userId }: Actor) {
    const now = this.clock.now()
    const before = goneBefore(now, this.config)
    return this.db.commit(tx =>
      // not while something comes back from there
      changeLibrary(tx, userId, now, async () => {
        if (all) return await makeDue(tx, userId, before)
        const photos = await purge(tx, NAMED, [photoIds.filter(isId), userId])
        const thingIds = [...things.albumIds, ...things.tagIds].filter(isId)
        return count(photos, await purgeThings(tx, NAMED, [thingIds, userId]))
      }),
    )
  }
}

async function makeDue(tx: Tx, ownerId: string, before: Date) {
  const [row = { n: 0 }] = await tx.sql<{ n: number }>(
    `WITH due AS (UPDATE photos SET deleted_at = 'epoch' WHERE owner_id = $1 AND deleted_at > $2 RETURNING 1)
     SELECT count(*)::int AS n FROM due`,
    [ownerId, before],
  )
  const things = await tx.sql<{ kind: 'album' | 'tag' }>(
    `WITH due AS (UPDATE trash SET deleted_at = 'epoch' WHERE owner_id = $1 AND deleted_at > $2 RETURNING kind)
     SELECT kind FROM due`,
    [ownerId, before],
  )
  return count(row.n, things)
}

function count(photos: number, things: { kind: 'album' | 'tag' }[]) {
  const albums = things.filter(({ kind }) => kind === 'album').length
  return { photos, albums, tags: things.length - albums }
}
