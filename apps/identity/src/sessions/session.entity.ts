import { createHash } from 'node:crypto'
import { Column, Entity, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm'
import { User } from '../users/user.entity.ts'

/** Returns the digest under which a random token is stored. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** A session of a signed-in browser. Only a SHA-256 digest of its token is stored. */
@Entity('sessions')
export class Session {
  @PrimaryGeneratedColumn('uuid') id!: string
  @Column('uuid') userId!: string
  @ManyToOne(() => User) @JoinColumn({ name: 'user_id' }) user!: User
  @Column('bytea') tokenHash!: Buffer
  @Column('text', { nullable: true }) userAgent!: string | null
  /** The network address of the sign-in, for the user and for administrators. */
  @Column('text', { nullable: true }) address!: string | null
  @Column('timestamptz') createdAt!: Date
  /** Time of the last request with this session, updated at most once a minute. */
  @Column('timestamptz') lastSeenAt!: Date
  @Column('timestamptz') expiresAt!: Date
}
