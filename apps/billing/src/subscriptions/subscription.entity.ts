import { graceEnd, PLANS, type SubscriptionStatus, type SubscriptionView, type Tier } from '@daymark/contracts'
import { wholeNumber } from '@daymark/platform'
import { Column, Entity, PrimaryColumn } from 'typeorm'
import type { Standing } from '../provider/standing.ts'

type State = Pick<
  Subscription,
  'tier' | 'status' | 'storageLimit' | 'endDate' | 'pastDueSince' | 'cancelAtPeriodEnd' | 'providerId'
>

/** What a user may use. One for each; `version` grows with every change, so that listeners keep the newest. */
@Entity('subscriptions')
export class Subscription {
  @PrimaryColumn('uuid') userId!: string
  @Column('text') tier!: Tier
  @Column('text') status!: SubscriptionStatus
  @Column(wholeNumber) storageLimit!: number
  /** When it is paid for again, or ends. */
  @Column('timestamptz', { nullable: true }) endDate!: Date | null
  @Column('timestamptz', { nullable: true }) pastDueSince!: Date | null
  @Column('boolean') cancelAtPeriodEnd!: boolean
  /** When the entitlement changes by time alone; null: it does not, or the change was published. */
  @Column('timestamptz', { nullable: true }) lapsesAt!: Date | null
  /** At the card provider: whose it is, the subscription, and the page to buy on that was opened last. */
  @Column('text', { nullable: true }) customerId!: string | null
  @Column('text', { nullable: true }) providerId!: string | null
  @Column('text', { nullable: true }) checkoutId!: string | null
  /** How often the provider's answer was written down: one that was asked for earlier never comes after a later one. */
  @Column('int') readVersion!: number
  /** The account waits for its deletion, as of this news; only because of that the plan ends with what is paid for. */
  @Column('boolean') deletionPending!: boolean
  @Column('double precision') deletionVersion!: number
  @Column('boolean') endsByDeletion!: boolean
  @Column('int') version!: number
  @Column('timestamptz') createdAt!: Date
  @Column('timestamptz') updatedAt!: Date

  /** There is no sign-up: every account is made by the administration, and its figures apply (rules 6, 29). */
  static granted(userId: string, tier: Tier, at: Date): Subscription {
    const { grantedStorageLimit: storageLimit } = PLANS[tier]
    const unknown = { customerId: null, checkoutId: null, readVersion: 0, lapsesAt: null }
    const staying = { deletionPending: false, deletionVersion: 0, endsByDeletion: false }
    return Object.assign(
      new Subscription(),
      { userId, version: 1, createdAt: at, updatedAt: at },
      { ...inForce(tier), storageLimit },
      unknown,
      staying,
    )
  }

  /** Can it be changed and cancelled at the card provider? */
  get managed(): boolean {
    return this.providerId !== null && this.status !== 'canceled'
  }

  /** Test mode. Answers whether anything changed, as all of these do. What is bought has the bought storage (rule 6). */
  switchTo(tier: Tier, at: Date): boolean {
    if (this.tier === tier && this.status === 'active') return false
    return this.become({ ...inForce(tier), storageLimit: PLANS[tier].storageLimit }, at)
  }

  /** Granted by an administrator without payment. */
  grant(tier: Tier, storageLimit: number, at: Date): boolean {
    return this.become({ ...inForce(tier), storageLimit }, at)
  }

  /** As the card provider says. An account it knows nothing of keeps what was granted. */
  follow(standing: Standing | undefined, at: Date): boolean {
    if (!standing) return this.managed && this.end(at)
    const pastDueSince = standing.status === 'past_due' ? (this.pastDueSince ?? at) : null
    return this.become({ ...standing, pastDueSince, storageLimit: PLANS[standing.tier].storageLimit }, at)
  }

  /** The provider knows this customer no longer; the next one gets another. */
  forgetCustomer(at: Date): void {
    this.customerId = null
    this.checkoutId = null
    if (!(this.managed && this.end(at))) this.changed(at)
  }

  /** News may come in any order, and again. */
  heardOfClosing(version: number, deletionPending: boolean): void {
    if (version <= this.deletionVersion) return
    this.deletionPending = deletionPending
    this.deletionVersion = version
  }

  /** A grace or paid period is over: services that enforce limits must apply the new ones (rule 10). */
  passTime(at: Date): boolean {
    if (!this.lapsesAt || this.lapsesAt > at) return false
    if (this.cancelAtPeriodEnd && this.status !== 'past_due')
      return this.become({ status: 'canceled', cancelAtPeriodEnd: false }, at)
    this.lapsesAt = null
    return this.changed(at)
  }

  view(): SubscriptionView {
    const { userId, tier, status, storageLimit, version, cancelAtPeriodEnd, managed } = this
    return {
      ...{ userId, tier, status, storageLimit, version, cancelAtPeriodEnd, managed },
      endDate: this.endDate?.toISOString() ?? null,
      pastDueSince: this.pastDueSince?.toISOString() ?? null,
    }
  }

  private end(at: Date): boolean {
    return this.become({ status: 'canceled', cancelAtPeriodEnd: false, pastDueSince: null, endDate: at }, at)
  }

  private become(next: Partial<State>, at: Date): boolean {
    const before = JSON.stringify(this.view())
    Object.assign(this, next)
    return JSON.stringify(this.view()) !== before && this.changed(at)
  }

  private changed(at: Date): true {
    this.lapsesAt = this.nextLapse(at)
    this.version += 1
    this.updatedAt = at
    return true
  }

  private nextLapse(at: Date): Date | null {
    // it has to be canceled then, also where that is past
    if (this.cancelAtPeriodEnd && this.status !== 'past_due') return this.endDate
    const end = this.status === 'canceled' ? this.endDate : graceEnd(this)
    // this change also publishes a period that is already over
    return end && end > at ? end : null
  }
}

const inForce = (tier: Tier): Omit<State, 'storageLimit'> => ({
  tier,
  status: 'active',
  endDate: null,
  pastDueSince: null,
  cancelAtPeriodEnd: false,
  providerId: null,
})
