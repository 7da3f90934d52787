import { Column, Entity, PrimaryColumn } from 'typeorm'

/** Stored used steps: more than are accepted at any time. */
const MAX_USED_STEPS = 10

/** Two-step sign-in of a user; without a row it is off. */
@Entity('totp_keys')
export class SecondStep {
  @PrimaryColumn('uuid') userId!: string
  /** The key shared with the authenticator app, sealed for this user. */
  @Column('bytea') sealedKey!: Buffer
  /** Time steps whose code was used, newest last. A list instead of a maximum, so that users can still sign in after the clock was set back. */
  @Column('bigint', { array: true }) usedSteps!: string[]
  @Column('timestamptz') createdAt!: Date

  /** Returns false if the code of this step was used before. */
  useTimeStep(step: number): boolean {
    if (this.usedSteps.includes(String(step))) return false
    this.usedSteps = [...this.usedSteps, String(step)].slice(-MAX_USED_STEPS)
    return true
  }
}
