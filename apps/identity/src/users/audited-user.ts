import type { Actor } from '@daymark/contracts'
import type { User } from './user.entity.ts'

const LONGEST_ADDRESS = 100

/** As the audit log names what was done to an account. */
export const userTarget = ({ id, email }: Pick<User, 'id' | 'email'>) => ({ kind: 'user', id, name: email })

/** Who proved to be this user in a call that nobody is signed in for, such as a sign-in. */
export const asSelf = ({ id, email, role }: Pick<User, 'id' | 'email' | 'role'>, address = ''): Actor => ({
  ...{ userId: id, role, name: email, address: address.slice(0, LONGEST_ADDRESS) },
})
