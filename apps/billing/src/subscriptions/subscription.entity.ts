import { gracePeriodEnd, PLANS, type SubscriptionStatus, type SubscriptionView, type Tier } from '@daymark/contracts'
import { wholeNumber } from '@daymark/platform'
import { Column, Entity, PrimaryColumn } from 'typeorm'
import type { ProviderState } from '../provider/provider-state.ts'

type State = Pick<
  Subscription,
  'tier' | 'status' | 'storageLimit' | 'endDate' | 'pastDueSince' | 'cancelAtPeriodEnd' | 'providerId'
>

/** The plan of a user. `version` grows with every change; subscribers keep the newest. */
@Entity('subscriptions')
export class Subscription {
  @PrimaryColumn('uuid') userId!: string
  @Column('text') tier!: Tier
  @Column('text') status!: SubscriptionStatus
  @Column(wholeNumber) storageLimit!: number
  /** Next renewal, or the end of the plan. */
  @Column('timestamptz', { nullable: true }) endDate!: Date | null
  @Column('timestamptz', { nullable: true }) pastDueSince!: Date | null
  @Column('boolean') cancelAtPeriodEnd!: boolean
  /** When time alone changes the entitlement. Null: never, or already published. */
  @Column('timestamptz', { nullable: true }) lapsesAt!: Date | null
  /** Ids at the card provider: customer, subscription and the checkout session that was opened last. */
  @Column('text', { nullable: true }) customerId!: string | null
  @Column('text', { nullable: true }) providerId!: string | null
  @Column('text', { nullable: true }) checkoutId!: string | null
  /** Grows with each stored response of the provider, so that an older response never replaces a newer one. */
  @Column('int') readVersion!: number
  /** The account waits for deletion, as of `deletionVersion`. `endsByDeletion`: the plan was cancelled only for that reason. */
  @Column('boolean') deletionPending!: boolean
  @Column('double precision') deletionVersion!: number
  @Column('boolean') endsByDeletion!: boolean
  @Column('int') version!: number
  @Column('timestamptz') createdAt!: Date
  @Column('timestamptz') updatedAt!: Date

  /** Administrators create all accounts, with the storage of granted plans (rules 6, 29). */
  static granted(userId: string, tier: Tier, at: Date): Subscription {
    const { grantedStorageLimit: storageLimit } = PLANS[tier]
    const notAtProvider = { customerId: null, checkoutId: null, readVersion: 0, lapsesAt: null }
    const notDeleted = { deletionPending: false, deletionVersion: 0, endsByDeletion: false }
    return Object.assign(
      new Subscription(),
      { userId, version: 1, createdAt: at, updatedAt: at },
      { ...inForce(tier), storageLimit },
      notAtProvider,
      notDeleted,
    )
  }

  /** Whether the card provider charges the plan, so that it is changed and cancelled there. */
  get managed(): boolean {
    return this.providerId !== null && this.status !== 'canceled'
  }

  /** In test mode, with the storage of a bought plan (rule 6). This and the following methods return whether anything changed. */
  switchTo(tier: Tier, at: Date): boolean {
    if (this.tier === tier && this.status === 'active') return false
    return this.update({ ...inForce(tier), storageLimit: PLANS[tier].storageLimit }, at)
  }

  /** Granted by an administrator without payment. */
  grant(tier: Tier, storageLimit: number, at: Date): boolean {
    return this.update({ ...inForce(tier), storageLimit }, at)
  }

  /** Without a subscription at the provider, a granted plan stays. */
  applyProviderState(state: ProviderState | undefined, at: Date): boolean {
    if (!state) return this.managed && this.end(at)
    const pastDueSince = state.status === 'past_due' ? (this.pastDueSince ?? at) : null
    return this.update({ ...state, pastDueSince, storageLimit: PLANS[state.tier].storageLimit }, at)
  }

  /** After the customer was deleted at the provider. The next purchase creates a new one. */
  forgetCustomer(at: Date): void {
    this.customerId = null
    this.checkoutId = null
    if (!(this.managed && this.end(at))) this.changed(at)
  }

  /** Events may arrive in any order and more than once. */
  applyDeletionState(version: number, deletionPending: boolean): void {
    if (version <= this.deletionVersion) return
    this.deletionPending = deletionPending
    this.deletionVersion = version
  }

  /** A grace or paid period is over: services that enforce limits must apply the new ones (rule 10). */
  passTime(at: Date): boolean {
    if (!this.lapsesAt || this.lapsesAt > at) return false
    if (this.cancelAtPeriodEnd && this.status !== 'past_due')
      return this.update({ status: 'canceled', cancelAtPeriodEnd: false }, at)
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
    return this.update({ status: 'canceled', cancelAtPeriodEnd: false, pastDueSince: null, endDate: at }, at)
  }

  private update(next: Partial<State>, at: Date): boolean {
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
    // also a date in the past: the plan must still become canceled
    if (this.cancelAtPeriodEnd && this.status !== 'past_due') return this.endDate
    const end = this.status === 'canceled' ? this.endDate : gracePeriodEnd(this)
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
