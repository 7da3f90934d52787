import { createHash } from 'node:crypto'
import { Column, Entity, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm'
import { User } from '../users/user.entity.ts'

/** The stored digest of a random token. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** A signed-in browser. Only the SHA-256 of the token is stored. */
@Entity('sessions')
export class Session {
  @PrimaryGeneratedColumn('uuid') id!: string
  @Column('uuid') userId!: string
  @ManyToOne(() => User) @JoinColumn({ name: 'user_id' }) user!: User
  @Column('bytea') tokenHash!: Buffer
  @Column('text', { nullable: true }) userAgent!: string | null
  /** The address of the sign-in, shown only to the user. */
  @Column('text', { nullable: true }) address!: string | null
  @Column('timestamptz') createdAt!: Date
  /** Written at most once a minute. */
  @Column('timestamptz') lastSeenAt!: Date
  @Column('timestamptz') expiresAt!: Date
}
