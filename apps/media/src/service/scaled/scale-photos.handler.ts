import { errors, type Input, media, type Rendition as File } from '@daymark/contracts'
import { Database, isFinishedWithin, Handles, type Handler } from '@daymark/platform'
import { madeOf, Scaler } from './scaler.ts'
import type { Variants } from '../variants/rendition.entity.ts'

type Row = { photoId: string; variants: Variants }
type Ready = { photoId: string; rendition: File }

/** The maximum duration of a call, well below the RPC timeout. */
const ANSWER_MS = 2000
/** Concurrent renderings of one call; the Scaler limits those of all calls. */
const AT_ONCE = 4

@Handles(media.scalePhotos)
export class ScalePhotos implements Handler<typeof media.scalePhotos> {
  constructor(
    private readonly db: Database,
    private readonly scaler: Scaler,
  ) {}

  async handle({ ownerId, photoIds, size }: Input<typeof media.scalePhotos>) {
    const rows = await this.db.sql<Row>(
      `SELECT photo_id AS "photoId", variants FROM renditions
       WHERE photo_id = ANY($1::uuid[]) AND owner_id = $2 AND status = 'ready'`,
      [photoIds, ownerId],
    )
    if (rows.length !== new Set(photoIds).size) throw errors.PHOTO_NOT_FOUND()
    const ready: Ready[] = []
    const missing: string[] = []
    for (const { photoId, variants } of rows) {
      const rendition = madeOf(variants, size)
      if (rendition) ready.push({ photoId, rendition })
      else missing.push(photoId)
    }
    const until = performance.now() + ANSWER_MS
    const makeSome = async (): Promise<void> => {
      for (let photoId = missing.pop(); photoId; photoId = performance.now() < until ? missing.pop() : undefined)
        ready.push({ photoId, rendition: await this.scaler.make({ photoId, ownerId }, size) })
    }
    const work = Promise.all(Array.from({ length: AT_ONCE }, makeSome))
    // renderings that are not finished by now are ready for the next call
    await isFinishedWithin(work, ANSWER_MS)
    return { ready: [...ready] }
  }
}
