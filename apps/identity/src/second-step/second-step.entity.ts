import { Column, Entity, PrimaryColumn } from 'typeorm'

/** Maximum number of stored steps, which is more than the number of steps whose codes are accepted at one time. */
const MAX_USED_STEPS = 10

/** Two-step sign-in of a user. It is off for users without a row. */
@Entity('totp_keys')
export class SecondStep {
  @PrimaryColumn('uuid') userId!: string
  /** The key that the user's authenticator app also has, encrypted for this user. */
  @Column('bytea') sealedKey!: Buffer
  /**
   * Time steps whose codes were used, newest last. All of them are stored instead of only the newest, so that users can still sign in after
   * the clock was set back.
   */
  @Column('bigint', { array: true }) usedSteps!: string[]
  @Column('timestamptz') createdAt!: Date

  /** Marks the code of a time step as used. Returns false if the code was used before. */
  useTimeStep(step: number): boolean {
    if (this.usedSteps.includes(String(step))) return false
    this.usedSteps = [...this.usedSteps, String(step)].slice(-MAX_USED_STEPS)
    return true
  }
}
