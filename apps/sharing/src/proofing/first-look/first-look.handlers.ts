import { errors, FIRST_LOOK, type Input, sharing, waitingChanged } from '@daymark/contracts'
import {
  attemptsPerNetwork,
  Clock,
  Database,
  failureKey,
  FailureLimiter,
  type Handler,
  Handles,
  networkOf,
} from '@daymark/platform'
import { lockForVisitors, NamedVisitors } from '../visitors/named-visitors.ts'

const FACTS = `
  SELECT first_look IS NOT NULL AS "isAwaited", (SELECT count(*)::int FROM waiting_addresses w WHERE w.link_id = l.id) AS waiting
  FROM links l WHERE id = $1`
type Facts = { isAwaited: boolean; waiting: number }
const ADD = `
  WITH added AS (
    INSERT INTO waiting_addresses (link_id, email, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING id
  ) SELECT id FROM added`

/** Whoever asks never learns whether an address was known: it is refused or taken for the same reasons either way. */
@Handles(sharing.awaitGallery)
export class AwaitGallery implements Handler<typeof sharing.awaitGallery> {
  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly visitors: NamedVisitors,
    private readonly limiter: FailureLimiter,
  ) {}

  async handle({ email, address, ...proof }: Input<typeof sharing.awaitGallery>) {
    const { id: linkId, ownerId, albumId, firstLook } = await this.visitors.enter(proof)
    if (!firstLook) throw errors.FIRST_LOOK_OVER()
    const network = networkOf(address)
    const [before] = await this.db.sql<Facts>(FACTS, [linkId])
    const { perNetwork, addresses } = FIRST_LOOK
    await this.limiter.countAttempt([
      {
        key: failureKey('first-look', linkId, network),
        attempts: attemptsPerNetwork({ used: before?.waiting, capacity: addresses, perNetwork }),
      },
      { key: failureKey('first-look-owner', ownerId), attempts: FIRST_LOOK.perOwner },
    ])
    return this.db.commit(async tx => {
      // it is complete before or after this, never meanwhile
      await lockForVisitors(tx, linkId)
      const [facts] = await tx.sql<Facts>(FACTS, [linkId])
      if (!facts?.isAwaited) throw errors.FIRST_LOOK_OVER()
      if (facts.waiting >= FIRST_LOOK.addresses) throw errors.FIRST_LOOK_FULL()
      const added = await tx.sql(ADD, [linkId, email.toLowerCase(), this.clock.now()])
      if (added.length > 0) tx.emit(waitingChanged, linkId, { linkId, ownerId, albumId })
      return { success: true as const }
    })
  }
}

@Handles(sharing.getFirstLook)
export class GetFirstLook implements Handler<typeof sharing.getFirstLook> {
  constructor(private readonly visitors: NamedVisitors) {}

  async handle(proof: Input<typeof sharing.getFirstLook>) {
    const link = await this.visitors.enter(proof)
    if (!link.firstLook) throw errors.FIRST_LOOK_OVER()
    return { success: true as const }
  }
}
