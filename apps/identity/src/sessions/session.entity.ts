import { Column, Entity, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm'
import { User } from '../users/user.entity.ts'

/** A browser that is signed in. The token itself is never kept, only its SHA-256. */
@Entity('sessions')
export class Session {
  @PrimaryGeneratedColumn('uuid') id!: string
  @Column('uuid') userId!: string
  @ManyToOne(() => User) @JoinColumn({ name: 'user_id' }) user!: User
  @Column('bytea') tokenHash!: Buffer
  @Column('text', { nullable: true }) userAgent!: string | null
  /** Where the sign-in came from: shown to its owner alone. */
  @Column('text', { nullable: true }) address!: string | null
  @Column('timestamptz') createdAt!: Date
  /** To the minute: written at most once a minute. */
  @Column('timestamptz') lastSeenAt!: Date
  @Column('timestamptz') expiresAt!: Date
}
