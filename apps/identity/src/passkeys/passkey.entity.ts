import type { PasskeyView } from '@daymark/contracts'
import { bigintColumn } from '@daymark/platform'
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm'

/** A passkey, with which a user signs in without a password. The server stores only its public key. */
@Entity('passkeys')
export class Passkey {
  @PrimaryGeneratedColumn('uuid') id!: string
  @Column('uuid') userId!: string
  /** The id that the authenticator chose for the passkey, in base64url. */
  @Column('text') credentialId!: string
  @Column('bytea') publicKey!: Buffer
  /** The number of signatures that the authenticator last reported. Synced passkeys always report 0. */
  @Column(bigintColumn) counter!: number
  @Column('text', { array: true }) transports!: string[]
  /** The host for which the passkey was created. Browsers do not offer the passkey on other hosts. */
  @Column('text') rpId!: string
  @Column('text') name!: string
  @Column('boolean') synced!: boolean
  /** True if a sign-in did not increase the counter, so a copy of the private key may exist. */
  @Column('boolean') mayBeCopied!: boolean
  @Column('timestamptz') createdAt!: Date
  @Column('timestamptz', { nullable: true }) lastUsedAt!: Date | null

  /**
   * Returns true if the reported counter did not increase, which means that a copy of the private key was used. Two counters of 0 are
   * normal, because synced passkeys do not count.
   */
  isCounterTooLow(counter: number): boolean {
    return (counter > 0 || this.counter > 0) && counter <= this.counter
  }

  toView(): PasskeyView {
    const { id, name, createdAt, lastUsedAt, synced, mayBeCopied } = this
    return {
      id,
      name,
      synced,
      mayBeCopied,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    }
  }
}
