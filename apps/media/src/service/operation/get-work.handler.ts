import { photoProcessing } from '@daymark/contracts'
import { Clock, Database, Handles, RpcHandlers } from '@daymark/platform'
import { countPhotosToEncrypt } from '../encryption/encryption-check.ts'

const RECENT_MINUTES = 5
/** Counts the photos in progress and the photos that finished since `$1`. Each count uses a partial index. */
const COUNT_RECENT_PHOTOS = `
  SELECT (SELECT count(*) FROM renditions WHERE status = 'processing') AS processing,
    (SELECT count(*) FROM renditions WHERE status IN ('ready', 'failed') AND changed_at >= $1) AS finished`

@RpcHandlers()
export class GetMediaWork {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(photoProcessing.media)
  async getMediaWork() {
    const since = new Date(+this.clock.now() - RECENT_MINUTES * 60_000)
    const [[row], toEncrypt] = await Promise.all([
      this.db.sql<{ processing: string; finished: string }>(COUNT_RECENT_PHOTOS, [since]),
      countPhotosToEncrypt(this.db),
    ])
    return { inProgress: Number(row?.processing), finished: Number(row?.finished), minutes: RECENT_MINUTES, toEncrypt }
  }
}
