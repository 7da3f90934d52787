import { errors, isSlug, sharing, UNKNOWN_NAMES, type Input } from '@daymark/contracts'
import { Clock, Database, FailureLimiter, failureKey, Handles, networkOf, type Handler } from '@daymark/platform'
import { isSuspended } from '../../owners/suspended.ts'

type Row = { linkId: string; token: string; slug: string | null; ownerSuspended: boolean }

/** Unlike tokens, names can be guessed: whoever tries too many that lead nowhere is not answered any more (adr/0022). */
@Handles(sharing.resolveName)
export class ResolveName implements Handler<typeof sharing.resolveName> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly limiter: FailureLimiter,
  ) {}

  async handle({ name: given, address }: Input<typeof sharing.resolveName>) {
    const slug = given.toLowerCase()
    if (!isSlug(slug)) throw errors.SHARE_UNAVAILABLE()
    const tries = [{ key: failureKey('name', networkOf(address)), attempts: UNKNOWN_NAMES }]
    await this.limiter.assertBelowLimit(tries)
    const [found] = await this.db.sql<Row>(
      `SELECT l.id AS "linkId", l.token,
              CASE WHEN NOT l.revoked AND (l.expires_at IS NULL OR l.expires_at > $2) THEN l.slug END AS slug,
              ${isSuspended('l.owner_id')} AS "ownerSuspended"
       FROM link_names n JOIN links l ON l.id = n.link_id WHERE n.slug = $1`,
      [slug, this.clock.now()],
    )
    if (!found) throw await this.limiter.countFailure(tries, errors.SHARE_UNAVAILABLE())
    const { ownerSuspended, ...name } = found
    if (ownerSuspended) throw errors.SHARE_UNAVAILABLE()
    return name
  }
}
