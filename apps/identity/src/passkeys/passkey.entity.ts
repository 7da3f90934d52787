import type { PasskeyView } from '@daymark/contracts'
import { wholeNumber } from '@daymark/platform'
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm'

/** A key pair of which we have the public half: a way to sign in without the password. */
@Entity('passkeys')
export class Passkey {
  @PrimaryGeneratedColumn('uuid') id!: string
  @Column('uuid') userId!: string
  /** As the authenticator calls it, in base64url. */
  @Column('text') credentialId!: string
  @Column('bytea') publicKey!: Buffer
  /** How often it signed, where it counts that; synced ones always say 0. */
  @Column(wholeNumber) counter!: number
  @Column('text', { array: true }) transports!: string[]
  /** The host it was made for: at another one browsers do not offer it. */
  @Column('text') rpId!: string
  @Column('text') name!: string
  @Column('boolean') synced!: boolean
  /** Its counter went back once: somebody else may have its key. */
  @Column('boolean') mayBeCopied!: boolean
  @Column('timestamptz') createdAt!: Date
  @Column('timestamptz', { nullable: true }) lastUsedAt!: Date | null

  /** A signature that counts no further than one before was made by a copy, or by the original after the copy. */
  wentBack(counter: number): boolean {
    return (counter > 0 || this.counter > 0) && counter <= this.counter
  }

  view(): PasskeyView {
    const { id, name, createdAt, lastUsedAt, synced, mayBeCopied } = this
    return {
      ...{ id, name, synced, mayBeCopied },
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    }
  }
}
