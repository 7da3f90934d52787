import { errors, userCreated } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'
import type { EntityManager } from 'typeorm'
import { User } from './user.entity.ts'

/** By email, which is the username too, without regard to case (rule 30). */
export function findByName(em: EntityManager, name: string): Promise<User | null> {
  return em.createQueryBuilder(User, 'u').where('lower(u.email) = lower(:name)', { name }).getOne()
}

/** Holds the row until the commit: what was decided about a person stays true, and their events keep their order. */
export function lockUser(tx: Tx, id: string): Promise<User | null> {
  return tx.em.findOne(User, { where: { id }, lock: { mode: 'pessimistic_write' } })
}

/** The unique index decides between two that come at once. */
export async function insertUser(tx: Tx, user: User): Promise<void> {
  const { raw } = await tx.em.createQueryBuilder().insert().into(User).values(user).orIgnore().execute()
  if (!raw.length) throw errors.EMAIL_TAKEN()
  const { id, email, displayName, role, tier } = user
  tx.emit(userCreated, id, { userId: id, email, displayName, role, tier })
}
