import {
  type AccountView,
  PLANS,
  type Role,
  type SubscriptionStatus,
  type Tier,
  type UserView,
} from '@daymark/contracts'
import { wholeNumber } from '@daymark/platform'
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm'

type NewUserValues = Pick<User, 'email' | 'displayName' | 'role' | 'tier' | 'passwordHash' | 'mustChangePassword'>

const NO_DELETION = { deletionDueAt: null, deletionByOwner: false, deletionReminded: false }

/** A user account, with copies of the plan (billing) and usage (library). */
@Entity('users')
export class User {
  @PrimaryGeneratedColumn('uuid') id!: string
  /** As typed; unique regardless of case. Also the username (rule 30). */
  @Column('text') email!: string
  @Column('text', { nullable: true }) displayName!: string | null
  @Column('text') role!: Role
  @Column('text') passwordHash!: string
  @Column('boolean') mustChangePassword!: boolean
  /** Suspended or to be deleted: the user cannot sign in, and galleries are closed. */
  @Column('boolean') disabled!: boolean
  @Column('text', { nullable: true }) suspendedReason!: string | null
  /** The date of the deletion, unless it is cancelled. */
  @Column('timestamptz', { nullable: true }) deletionDueAt!: Date | null
  /** The owner requested the deletion and can cancel it. */
  @Column('boolean') deletionByOwner!: boolean
  /** The reminder of the deletion was sent. */
  @Column('boolean') deletionReminded!: boolean
  /** Has not chosen a password yet. */
  @Column('boolean') invited!: boolean
  @Column('text') tier!: Tier
  @Column('text') subscriptionStatus!: SubscriptionStatus
  @Column(wholeNumber) storageLimit!: number
  @Column('timestamptz', { nullable: true }) endDate!: Date | null
  @Column('timestamptz', { nullable: true }) pastDueSince!: Date | null
  @Column('int') planVersion!: number
  @Column(wholeNumber) storageUsed!: number
  @Column('int') usageVersion!: number
  /** The chosen time zone; null: that of the browser. */
  @Column('text', { nullable: true }) timeZone!: string | null
  /** The browser's time zone, used if none is chosen. */
  @Column('text', { nullable: true }) browserZone!: string | null
  @Column('text', { nullable: true }) language!: string | null
  /** Mail topics that were turned off. */
  @Column('text', { array: true }) mailsOff!: string[]
  /** Mail topics that are off by default and were turned on. */
  @Column('text', { array: true }) mailsOn!: string[]
  @Column('timestamptz', { nullable: true }) lastLogin!: Date | null
  /** Written at most once a minute, like that of sessions. */
  @Column('timestamptz', { nullable: true }) lastSeenAt!: Date | null
  @Column('timestamptz') createdAt!: Date

  /** Starts with the plan that billing will publish for a new account (rule 6). */
  static create(values: NewUserValues, at: Date): User {
    const { grantedStorageLimit: storageLimit } = PLANS[values.tier]
    const plan = { subscriptionStatus: 'active', storageLimit, endDate: null, pastDueSince: null, planVersion: 0 }
    const beforeEvents = { ...plan, storageUsed: 0, usageVersion: 0 }
    const chosen = { timeZone: null, language: null, mailsOff: [], mailsOn: [] }
    const state = { disabled: false, suspendedReason: null, invited: false, ...NO_DELETION }
    const unseen = { lastLogin: null, lastSeenAt: null, createdAt: at }
    return Object.assign(new User(), values, beforeEvents, chosen, state, unseen)
  }

  /** Only the administration can reverse this, including a deletion that the owner requested before. */
  suspend(reason: string | null): void {
    this.disabled = true
    this.suspendedReason = reason
    this.deletionByOwner = false
  }
  /** Does not change a date that was set before. */
  scheduleDeletion(due: Date, byOwner = false): void {
    this.disabled = true
    this.deletionDueAt ??= due
    this.deletionByOwner = byOwner
  }
  reactivate(): void {
    this.disabled = false
    this.suspendedReason = null
    Object.assign(this, NO_DELETION)
  }

  /** To be deleted at the owner's request: a sign-in offers to keep the account and opens no session. */
  get isDeletionOwnRequest(): boolean {
    return this.deletionByOwner && this.deletionDueAt !== null
  }
  /** The user can neither sign in nor cancel the deletion. */
  get isBlocked(): boolean {
    return this.disabled && !this.isDeletionOwnRequest
  }

  setPassword(hash: string): void {
    this.passwordHash = hash
    this.mustChangePassword = false
    this.invited = false
  }
  setTemporaryPassword(hash: string): void {
    this.passwordHash = hash
    this.mustChangePassword = true
  }

  get state(): AccountView['state'] {
    if (this.deletionDueAt) return 'deleting'
    if (this.disabled) return 'suspended'
    return this.invited ? 'invited' : 'active'
  }

  /** The account for administrators. */
  toAccountView(): AccountView {
    return {
      ...this.toView(),
      state: this.state,
      suspendedReason: this.suspendedReason,
      deletionDueAt: this.deletionDueAt?.toISOString() ?? null,
      deletionByOwner: this.isDeletionOwnRequest,
      lastSeenAt: this.lastSeenAt?.toISOString() ?? null,
    }
  }

  toView(): UserView {
    const { id, email, displayName, role, tier, subscriptionStatus, storageUsed, storageLimit } = this
    return {
      ...{ id, username: email, email, displayName, role, tier, subscriptionStatus, storageUsed, storageLimit },
      timeZone: this.timeZone,
      language: this.language,
      mustChangePassword: this.mustChangePassword,
      disabled: this.disabled,
      lastLogin: this.lastLogin?.toISOString() ?? null,
      createdAt: this.createdAt.toISOString(),
    }
  }
}
