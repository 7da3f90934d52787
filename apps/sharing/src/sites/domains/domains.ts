import {
  type Actor,
  domainChanged,
  type domains,
  type DomainSettings,
  errors,
  normalizeHostName,
  isSameOrSubdomain,
  type Output,
  requireFeature,
  requireUser,
  DAY_MS,
} from '@daymark/contracts'
import { Clock, Database, Plans, PlatformConfig, randomToken, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { SharingConfig } from '../../config.ts'
import type { LookupResult } from './domain-dns.ts'

/** The host names of this installation: the target to which custom domains must point, and names that cannot be custom domains. */
@Injectable()
export class DomainTarget {
  /** The target of custom domains. Null if the installation has no public host name. */
  readonly name: string | null
  private readonly ownNames: string[]
  private readonly allowsSubdomains: boolean

  constructor({ domainTarget, parentDomain }: SharingConfig, { publicUrl }: PlatformConfig) {
    const site = publicUrl === undefined ? undefined : normalizeHostName(new URL(publicUrl).hostname)
    this.name = domainTarget === undefined ? (site ?? null) : (normalizeHostName(domainTarget) ?? null)
    this.ownNames = [...new Set([site, this.name ?? undefined])].filter(name => name !== undefined)
    this.allowsSubdomains = parentDomain
  }

  /** Normalizes the host name that an owner entered. Throws INVALID_INPUT if it is not a host name or belongs to the installation. */
  parseHost(enteredText: string): string {
    if (this.name === null)
      throw invalidInput('This installation has no public host name that a domain could point to.')
    const host = normalizeHostName(enteredText)
    if (!host) throw invalidInput('Enter a domain such as photos.example.com, without https:// and without a path.')
    if (this.ownNames.includes(host))
      throw invalidInput('This is the address of this installation. Enter a domain of your own.')
    if (!this.allowsSubdomains && this.ownNames.some(name => isSameOrSubdomain(host, name)))
      throw invalidInput('Subdomains of this installation cannot be used. Enter a domain of your own.')
    // a parent domain of the installation could set cookies and use certificates for the installation
    if (this.ownNames.some(name => isSameOrSubdomain(name, host)))
      throw invalidInput('This installation is a subdomain of this domain. Enter another domain.')
    return host
  }
}

const invalidInput = (reason: string) => errors.INVALID_INPUT({ reason })

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

export const DOMAIN_COLUMNS = `owner_id AS "ownerId", host, challenge, state, problem, found, checked_at AS "checkedAt",
  verified_at AS "verifiedAt"`
/** How long a domain stays in use after failed checks, so that a mistake in DNS does not close galleries immediately. */
const FAILING_GRACE_MS = 3 * DAY_MS
const HELD_BY_OTHER_ACCOUNT =
  'Another account serves its galleries on this domain, and its TXT record still exists. Remove that record.'

/** Stores the custom domains of owners and the results of their lookups (domain-dns.ts). */
@Injectable()
export class Domains {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly plans: Plans,
    private readonly target: DomainTarget,
  ) {}

  async find(ownerId: string): Promise<Domain | undefined> {
    const [row] = await this.db.sql<Domain>(`SELECT ${DOMAIN_COLUMNS} FROM domains WHERE owner_id = $1`, [ownerId])
    return row
  }

  /** Returns whether a host serves galleries, and of which owner. `closed`: the host has served galleries but does not at present. */
  async findHostState(host: string): Promise<Output<typeof domains.findHost>> {
    const [domain] = await this.db.sql<Pick<Domain, 'state' | 'ownerId'> | { state: null }>(
      `SELECT d.state, d.owner_id AS "ownerId" FROM verified_hosts s
       LEFT JOIN domains d ON d.host = s.host AND d.state <> 'pending' WHERE s.host = $1`,
      [host],
    )
    if (!domain) return { state: 'unknown', ownerId: null }
    if (domain.state === null) return { state: 'closed', ownerId: null }
    return { state: (await this.isServed(domain)) ? 'served' : 'closed', ownerId: domain.ownerId }
  }

  /** Returns the user id. Throws PLAN_REQUIRED if the plan does not include custom domains. */
  async authorize(actor: Actor): Promise<string> {
    const userId = requireUser(actor)
    requireFeature(await this.plans.entitlementOf(userId), 'custom_domain', 'A custom domain')
    return userId
  }

  async isServed({ state, ownerId }: Pick<Domain, 'state' | 'ownerId'>): Promise<boolean> {
    if (state === 'pending' || !(await this.plans.entitlementOf(ownerId)).features.includes('custom_domain'))
      return false
    const suspensions = await this.db.sql('SELECT FROM user_access WHERE user_id = $1 AND suspended', [ownerId])
    return suspensions.length === 0
  }

  async readSettings(actor: Actor): Promise<DomainSettings> {
    const domain = await this.find(requireUser(actor))
    const target = this.target.name
    if (!domain) return { target, domain: null }
    const { ownerId: _, checkedAt, verifiedAt, ...publicFields } = domain
    const times = {
      checkedAt: checkedAt?.toISOString() ?? null,
      verifiedAt: verifiedAt?.toISOString() ?? null,
    }
    return { target, domain: { ...publicFields, ...times, serves: await this.isServed(domain) } }
  }

  /**
   * Stores the host that an owner wants to use. Until the host is verified, the claim has no effect and does not block other accounts.
   * Claiming the same host again changes nothing.
   */
  async claim(ownerId: string, host: string): Promise<void> {
    await this.db.commit(async tx => {
      const previous = await lockDomain(tx, ownerId)
      if (previous?.host === host) return
      await tx.sql(
        `INSERT INTO domains (owner_id, host, challenge, state, claimed_at) VALUES ($1, $2, $3, 'pending', $4)
         ON CONFLICT (owner_id) DO UPDATE SET host = $2, challenge = $3, state = 'pending', claimed_at = $4,
           problem = NULL, found = NULL, checked_at = NULL, verified_at = NULL`,
        [ownerId, host, `daymark-${randomToken(24)}`, this.clock.now()],
      )
      if (previous) tx.emit(domainChanged, ownerId, { ownerId, hosts: [previous.host] })
    })
  }

  async remove(ownerId: string): Promise<void> {
    await this.db.commit(async tx => {
      const [removed] = await tx.sql<{ host: string }>('DELETE FROM domains WHERE owner_id = $1 RETURNING host', [
        ownerId,
      ])
      if (removed) tx.emit(domainChanged, ownerId, { ownerId, hosts: [removed.host] })
    })
  }

  /** Stores the result of a lookup, unless the host was changed or removed in the meantime. */
  async recordLookup({ ownerId, host, challenge }: Domain, result: LookupResult): Promise<void> {
    await this.db.commit(async tx => {
      // locks the host, so that it is not verified for two owners at the same time
      tx.lock(`domain:${host}`)
      const domain = await lockDomain(tx, ownerId)
      if (domain?.challenge !== challenge) return
      const isAvailable = result.problem !== undefined || (await this.releaseFromFormerOwner(tx, domain, result))
      const { state, verifiedAt } = this.nextState(domain, result, isAvailable)
      await tx.sql(
        `UPDATE domains SET state = $2, problem = $3, found = $4, checked_at = $5, verified_at = $6 WHERE owner_id = $1`,
        [
          ownerId,
          state,
          isAvailable ? (result.problem ?? null) : HELD_BY_OTHER_ACCOUNT,
          { cname: result.cname, txt: result.txt },
          this.clock.now(),
          verifiedAt,
        ],
      )
      if (state === 'verified') await tx.sql('INSERT INTO verified_hosts VALUES ($1) ON CONFLICT DO NOTHING', [host])
      if ((state === 'pending') !== (domain.state === 'pending'))
        tx.emit(domainChanged, ownerId, { ownerId, hosts: [host] })
    })
  }

  private nextState(
    domain: Domain,
    { problem, isUnknown }: LookupResult,
    isAvailable: boolean,
  ): Pick<Domain, 'state' | 'verifiedAt'> {
    const now = this.clock.now()
    const { state, verifiedAt } = domain
    if (!isAvailable) return { state: 'pending', verifiedAt }
    if (problem === undefined) return { state: 'verified', verifiedAt: now }
    const isGraceOver = !isUnknown && +now - +(verifiedAt ?? 0) > FAILING_GRACE_MS
    return { state: state === 'pending' || isGraceOver ? 'pending' : 'failing', verifiedAt }
  }

  /**
   * Returns false if another owner has verified the host and their TXT record still exists. If that record is missing, their claim becomes
   * unverified, because the host no longer belongs to them, and the function returns true.
   */
  private async releaseFromFormerOwner(
    tx: Tx,
    { ownerId, host }: Domain,
    { txtValues }: LookupResult,
  ): Promise<boolean> {
    const [holder] = await tx.sql<Domain>(
      `SELECT ${DOMAIN_COLUMNS} FROM domains WHERE host = $1 AND state <> 'pending' AND owner_id <> $2 FOR UPDATE`,
      [host, ownerId],
    )
    if (!holder) return true
    if (txtValues.includes(holder.challenge)) return false
    const problem = `Another account verified ${host}, and your TXT record is missing.`
    await tx.sql(`UPDATE domains SET state = 'pending', problem = $2 WHERE owner_id = $1`, [holder.ownerId, problem])
    tx.emit(domainChanged, holder.ownerId, { ownerId: holder.ownerId, hosts: [host] })
    return true
  }
}

async function lockDomain(tx: Tx, ownerId: string): Promise<Domain | undefined> {
  const [row] = await tx.sql<Domain>(`SELECT ${DOMAIN_COLUMNS} FROM domains WHERE owner_id = $1 FOR UPDATE`, [ownerId])
  return row
}
