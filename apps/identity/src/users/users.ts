import { type Actor, errors, userAccessChanged, userCreated } from '@daymark/contracts'
import { Clock, type Tx } from '@daymark/platform'
import { Passwords } from '@daymark/platform/passwords'
import { Injectable } from '@nestjs/common'
import type { EntityManager } from 'typeorm'
import { User } from './user.entity.ts'

/** Returns the user with this email, which is also the username, ignoring case (rule 30). */
export function findByUsername(em: EntityManager, name: string): Promise<User | null> {
  return em.createQueryBuilder(User, 'u').where('lower(u.email) = lower(:name)', { name }).getOne()
}

/**
 * Returns a user and locks the row until the end of the transaction, so that decisions about the user stay valid and events keep their
 * order.
 */
export function lockUser(tx: Tx, id: string): Promise<User | null> {
  return tx.em.findOne(User, { where: { id }, lock: { mode: 'pessimistic_write' } })
}

/**
 * Inserts a user and publishes the event. Throws EMAIL_TAKEN if another user has the email, including a user whom a concurrent request
 * inserted.
 */
export async function insertUser(tx: Tx, user: User): Promise<void> {
  const { raw } = await tx.em.createQueryBuilder().insert().into(User).values(user).orIgnore().execute()
  if (!raw.length) throw errors.EMAIL_TAKEN()
  const { id, email, displayName, role, tier } = user
  tx.emit(userCreated, id, { userId: id, email, displayName, role, tier })
}

/**
 * Publishes whether a user may act, in the transaction that changes the user and holds the lock on the row.
 *
 * The version in the event is the time of the database, because all replicas share its clock. The row lock serializes changes of a user, so
 * later changes have higher versions.
 */
export async function publishUserAccess(
  tx: Tx,
  { id, disabled, deletionDueAt, mustChangePassword }: User,
): Promise<void> {
  const sql = 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000000)::float8 AS version'
  const [databaseTime] = await tx.sql<{ version: number }>(sql)
  const mayAct = !disabled && !mustChangePassword
  const state = { mayAct, suspended: disabled, deleting: deletionDueAt !== null }
  tx.emit(userAccessChanged, id, { userId: id, version: databaseTime?.version ?? 0, ...state })
}

const MAX_ADDRESS_LENGTH = 100

/** Returns the target of audit entries about an account. */
export const auditTargetOf = ({ id, email }: Pick<User, 'id' | 'email'>) => ({ kind: 'user', id, name: email })

/**
 * Returns the user as the actor of a request without a session. The user has proved their identity in the request, such as by a password.
 */
export const actorOf = ({ id, email, role }: Pick<User, 'id' | 'email' | 'role'>, address = ''): Actor => ({
  userId: id,
  role,
  name: email,
  address: address.slice(0, MAX_ADDRESS_LENGTH),
})

type NewUserInput = Pick<User, 'email' | 'displayName' | 'role' | 'tier' | 'mustChangePassword'> & { password: string }

@Injectable()
export class UserFactory {
  constructor(
    private readonly passwords: Passwords,
    private readonly clock: Clock,
  ) {}

  /** Returns a new user that is not saved yet. Hashes the password here, before the transaction begins, because hashing is slow. */
  async create({ password, ...values }: NewUserInput): Promise<User> {
    const passwordHash = await this.passwords.hash(password)
    return User.create({ ...values, passwordHash }, this.clock.now())
  }
}
