import { type Actor, type Input, requireSuperAdmin, work } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { photosToEncrypt } from '../encryption/encryption-check.ts'

const MINUTES = 5
/** Counts photos that are processed or were recently finished. Both counts read a partial index. */
const WORK = `
  SELECT (SELECT count(*) FROM renditions WHERE status = 'processing') AS processing,
    (SELECT count(*) FROM renditions WHERE status IN ('ready', 'failed') AND changed_at >= $1) AS finished`

@Handles(work.media)
export class GetWork implements Handler<typeof work.media> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle(_: Input<typeof work.media>, actor: Actor) {
    requireSuperAdmin(actor)
    const since = new Date(+this.clock.now() - MINUTES * 60_000)
    const [[row], toEncrypt] = await Promise.all([
      this.db.sql<{ processing: string; finished: string }>(WORK, [since]),
      photosToEncrypt(this.db),
    ])
    return { inProgress: Number(row?.processing), finished: Number(row?.finished), minutes: MINUTES, toEncrypt }
  }
}
