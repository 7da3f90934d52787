import { Column, Entity, PrimaryColumn } from 'typeorm'

/** So many steps of thirty seconds are remembered as used: more than are right at any moment. */
const REMEMBERED = 10

/** Two-step sign-in of a user; no row: it is off. */
@Entity('totp_keys')
export class SecondStep {
  @PrimaryColumn('uuid') userId!: string
  /** The key that the authenticator app holds too, sealed for this user. */
  @Column('bytea') sealedKey!: Buffer
  /** Steps of time whose code was taken, newest last. Kept one by one: a clock that is put back locks nobody out. */
  @Column('bigint', { array: true }) usedSteps!: string[]
  @Column('timestamptz') createdAt!: Date

  /** False when the code of this step was taken before. */
  take(step: number): boolean {
    if (this.usedSteps.includes(String(step))) return false
    this.usedSteps = [...this.usedSteps, String(step)].slice(-REMEMBERED)
    return true
  }
}
