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

type NewUser = Pick<User, 'email' | 'displayName' | 'role' | 'tier' | 'passwordHash' | 'mustChangePassword'>

const notLeaving = { deletionDueAt: null, deletionByOwner: false, deletionReminded: false }

/** A person who may sign in, with copies of what billing (plan) and library (usage) announced. */
@Entity('users')
export class User {
  @PrimaryGeneratedColumn('uuid') id!: string
  /** As typed; unique without regard to case. It is also the username (rule 30). */
  @Column('text') email!: string
  @Column('text', { nullable: true }) displayName!: string | null
  @Column('text') role!: Role
  @Column('text') passwordHash!: string
  @Column('boolean') mustChangePassword!: boolean
  /** Suspended, or waits to be deleted: may not sign in, and galleries are closed. */
  @Column('boolean') disabled!: boolean
  @Column('text', { nullable: true }) suspendedReason!: string | null
  /** When the account is deleted for good, unless that is taken back. */
  @Column('timestamptz', { nullable: true }) deletionDueAt!: Date | null
  /** Its owner asked for that: who proves to be her may take it back. */
  @Column('boolean') deletionByOwner!: boolean
  /** She was told that the day is near. */
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
  /** Of the dates this person is shown; null: as the browser has them. */
  @Column('text', { nullable: true }) timeZone!: string | null
  /** That the web application sent last, which counts where none is chosen. */
  @Column('text', { nullable: true }) browserZone!: string | null
  @Column('text', { nullable: true }) language!: string | null
  /** Topics of mails that are not wanted. */
  @Column('text', { array: true }) mailsOff!: string[]
  /** Topics that are, of those that come only so. */
  @Column('text', { array: true }) mailsOn!: string[]
  @Column('timestamptz', { nullable: true }) lastLogin!: Date | null
  /** To the minute, as that of sessions. */
  @Column('timestamptz', { nullable: true }) lastSeenAt!: Date | null
  @Column('timestamptz') createdAt!: Date

  /** The plan shown until billing has announced the subscription is the one it will announce (rule 6). */
  static made(values: NewUser, at: Date): User {
    const { grantedStorageLimit: storageLimit } = PLANS[values.tier]
    const plan = { subscriptionStatus: 'active', storageLimit, endDate: null, pastDueSince: null, planVersion: 0 }
    const beforeEvents = { ...plan, storageUsed: 0, usageVersion: 0 }
    const chosen = { timeZone: null, language: null, mailsOff: [], mailsOn: [] }
    const state = { disabled: false, suspendedReason: null, invited: false, ...notLeaving }
    const unseen = { lastLogin: null, lastSeenAt: null, createdAt: at }
    return Object.assign(new User(), values, beforeEvents, chosen, state, unseen)
  }

  /** From here on only the administration takes back what was done to the account, also what its owner asked for before. */
  suspend(reason: string | null): void {
    this.disabled = true
    this.suspendedReason = reason
    this.deletionByOwner = false
  }
  /** The first day stays. */
  scheduleDeletion(due: Date, byOwner = false): void {
    this.disabled = true
    this.deletionDueAt ??= due
    this.deletionByOwner = byOwner
  }
  reactivate(): void {
    this.disabled = false
    this.suspendedReason = null
    Object.assign(this, notLeaving)
  }

  /** Waits for the deletion that she asked for: proving who she is shows her how to keep the account, and opens no session. */
  get isLeaving(): boolean {
    return this.deletionByOwner && this.deletionDueAt !== null
  }
  /** Nothing that she proves counts. */
  get isShutOut(): boolean {
    return this.disabled && !this.isLeaving
  }

  choosePassword(hash: string): void {
    this.passwordHash = hash
    this.mustChangePassword = false
    this.invited = false
  }
  giveTemporaryPassword(hash: string): void {
    this.passwordHash = hash
    this.mustChangePassword = true
  }

  get state(): AccountView['state'] {
    if (this.deletionDueAt) return 'deleting'
    if (this.disabled) return 'suspended'
    return this.invited ? 'invited' : 'active'
  }

  /** As the administration sees it. */
  accountView(): AccountView {
    return {
      ...this.view(),
      state: this.state,
      suspendedReason: this.suspendedReason,
      deletionDueAt: this.deletionDueAt?.toISOString() ?? null,
      deletionByOwner: this.isLeaving,
      lastSeenAt: this.lastSeenAt?.toISOString() ?? null,
    }
  }

  view(): UserView {
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
