import {
  type Actor,
  domainChanged,
  type domains,
  type DomainSettings,
  type Output,
  requirePlan,
  requireUser,
} from '@daymark/contracts'
import { Clock, Database, Plans, randomToken, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Looked } from './domain-dns.ts'
import { DomainTarget } from './domain-target.ts'

export type Domain = {
  ownerId: string
  host: string
  challenge: string
  state: 'pending' | 'verified' | 'failing'
  problem: string | null
  found: { cname: boolean; txt: boolean } | null
  checkedAt: Date | null
  verifiedAt: Date | null
}

export const COLUMNS = `owner_id AS "ownerId", host, challenge, state, problem, found, checked_at AS "checkedAt",
  verified_at AS "verifiedAt"`
/** A mistake in DNS costs nobody their galleries at once. */
const FAILING_MS = 3 * 86_400_000
const TAKEN =
  'Another account serves its galleries on this domain, and its TXT record still exists. Remove that record.'

/** Each owner's host. What DNS says is looked up elsewhere and written here. */
@Injectable()
export class Domains {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly plans: Plans,
    private readonly target: DomainTarget,
  ) {}

  async of(ownerId: string): Promise<Domain | undefined> {
    const [row] = await this.db.sql<Domain>(`SELECT ${COLUMNS} FROM domains WHERE owner_id = $1`, [ownerId])
    return row
  }

  /** Whose galleries are on a host. `closed`: they are not any more, or not at the moment. */
  async hostState(host: string): Promise<Output<typeof domains.findHost>> {
    const [shown] = await this.db.sql<Pick<Domain, 'state' | 'ownerId'> | { state: null }>(
      `SELECT d.state, d.owner_id AS "ownerId" FROM verified_hosts s
       LEFT JOIN domains d ON d.host = s.host AND d.state <> 'pending' WHERE s.host = $1`,
      [host],
    )
    if (!shown) return { state: 'unknown', ownerId: null }
    if (shown.state === null) return { state: 'closed', ownerId: null }
    return { state: (await this.isServed(shown)) ? 'served' : 'closed', ownerId: shown.ownerId }
  }

  /** PLAN_REQUIRED. */
  async authorize(actor: Actor): Promise<string> {
    const userId = requireUser(actor)
    requirePlan(await this.plans.of(userId), 'canUseCustomDomain', 'A custom domain')
    return userId
  }

  async isServed({ state, ownerId }: Pick<Domain, 'state' | 'ownerId'>): Promise<boolean> {
    if (state === 'pending' || !(await this.plans.of(ownerId)).limits.canUseCustomDomain) return false
    const closed = await this.db.sql('SELECT FROM user_access WHERE user_id = $1 AND suspended', [ownerId])
    return closed.length === 0
  }

  async settings(actor: Actor): Promise<DomainSettings> {
    const domain = await this.of(requireUser(actor))
    const target = this.target.name
    if (!domain) return { target, domain: null }
    const { ownerId: _, checkedAt, verifiedAt, ...shown } = domain
    const times = {
      checkedAt: checkedAt?.toISOString() ?? null,
      verifiedAt: verifiedAt?.toISOString() ?? null,
    }
    return { target, domain: { ...shown, ...times, serves: await this.isServed(domain) } }
  }

  /** A claim is worth nothing until it is verified, and blocks nobody. The same host again stays as it is. */
  async claim(ownerId: string, host: string): Promise<void> {
    await this.db.commit(async tx => {
      const before = await lock(tx, ownerId)
      if (before?.host === host) return
      await tx.sql(
        `INSERT INTO domains (owner_id, host, challenge, state, claimed_at) VALUES ($1, $2, $3, 'pending', $4)
         ON CONFLICT (owner_id) DO UPDATE SET host = $2, challenge = $3, state = 'pending', claimed_at = $4,
           problem = NULL, found = NULL, checked_at = NULL, verified_at = NULL`,
        [ownerId, host, `daymark-${randomToken(24)}`, this.clock.now()],
      )
      if (before) tx.emit(domainChanged, ownerId, { ownerId, hosts: [before.host] })
    })
  }

  async remove(ownerId: string): Promise<void> {
    await this.db.commit(async tx => {
      const [gone] = await tx.sql<{ host: string }>(
        'WITH gone AS (DELETE FROM domains WHERE owner_id = $1 RETURNING host) SELECT host FROM gone',
        [ownerId],
      )
      if (gone) tx.emit(domainChanged, ownerId, { ownerId, hosts: [gone.host] })
    })
  }

  /** What was looked up. Of a host that was changed or removed meanwhile nothing is kept. */
  async record({ ownerId, host, challenge }: Domain, looked: Looked): Promise<void> {
    await this.db.commit(async tx => {
      // verified by two at the same moment: one after the other
      await tx.sql('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`domain:${host}`])
      const before = await lock(tx, ownerId)
      if (before?.challenge !== challenge) return
      const isFree = looked.problem !== undefined || (await this.takeOver(tx, before, looked))
      const { state, verifiedAt } = this.next(before, looked, isFree)
      await tx.sql(
        `UPDATE domains SET state = $2, problem = $3, found = $4, checked_at = $5, verified_at = $6 WHERE owner_id = $1`,
        [
          ...[ownerId, state, isFree ? (looked.problem ?? null) : TAKEN],
          ...[{ cname: looked.cname, txt: looked.txt }, this.clock.now(), verifiedAt],
        ],
      )
      if (state === 'verified') await tx.sql('INSERT INTO verified_hosts VALUES ($1) ON CONFLICT DO NOTHING', [host])
      if ((state === 'pending') !== (before.state === 'pending'))
        tx.emit(domainChanged, ownerId, { ownerId, hosts: [host] })
    })
  }

  private next(before: Domain, { problem, isUnknown }: Looked, isFree: boolean): Pick<Domain, 'state' | 'verifiedAt'> {
    const now = this.clock.now()
    const { state, verifiedAt } = before
    if (!isFree) return { state: 'pending', verifiedAt }
    if (problem === undefined) return { state: 'verified', verifiedAt: now }
    const isOver = !isUnknown && +now - +(verifiedAt ?? 0) > FAILING_MS
    return { state: state === 'pending' || isOver ? 'pending' : 'failing', verifiedAt }
  }

  /** False: another owner holds it, whose own record is still there. Without that record the name has changed hands. */
  private async takeOver(tx: Tx, { ownerId, host }: Domain, { texts }: Looked): Promise<boolean> {
    const [holder] = await tx.sql<Domain>(
      `SELECT ${COLUMNS} FROM domains WHERE host = $1 AND state <> 'pending' AND owner_id <> $2 FOR UPDATE`,
      [host, ownerId],
    )
    if (!holder) return true
    if (texts.includes(holder.challenge)) return false
    const problem = `Another account verified ${host}, and your TXT record is missing.`
    await tx.sql(`UPDATE domains SET state = 'pending', problem = $2 WHERE owner_id = $1`, [holder.ownerId, problem])
    tx.emit(domainChanged, holder.ownerId, { ownerId: holder.ownerId, hosts: [host] })
    return true
  }
}

async function lock(tx: Tx, ownerId: string): Promise<Domain | undefined> {
  const [row] = await tx.sql<Domain>(`SELECT ${COLUMNS} FROM domains WHERE owner_id = $1 FOR UPDATE`, [ownerId])
  return row
}
