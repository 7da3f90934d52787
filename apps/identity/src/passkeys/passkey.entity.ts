import type { PasskeyView } from '@daymark/contracts'
import { wholeNumber } from '@daymark/platform'
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm'

/** The public key of a passkey, with which a user signs in without a password. */
@Entity('passkeys')
export class Passkey {
  @PrimaryGeneratedColumn('uuid') id!: string
  @Column('uuid') userId!: string
  /** The id from the authenticator, in base64url. */
  @Column('text') credentialId!: string
  @Column('bytea') publicKey!: Buffer
  /** The number of signatures; synced passkeys always report 0. */
  @Column(wholeNumber) counter!: number
  @Column('text', { array: true }) transports!: string[]
  /** The host for which the passkey was created. Browsers do not offer the passkey on other hosts. */
  @Column('text') rpId!: string
  @Column('text') name!: string
  @Column('boolean') synced!: boolean
  /** The counter decreased once, so a copy of the private key may exist. */
  @Column('boolean') mayBeCopied!: boolean
  @Column('timestamptz') createdAt!: Date
  @Column('timestamptz', { nullable: true }) lastUsedAt!: Date | null

  /** Returns true if the counter did not increase: a copy of the key has signed. */
  isCounterTooLow(counter: number): boolean {
    return (counter > 0 || this.counter > 0) && counter <= this.counter
  }

  toView(): PasskeyView {
    const { id, name, createdAt, lastUsedAt, synced, mayBeCopied } = this
    return {
      ...{ id, name, synced, mayBeCopied },
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    }
  }
}
