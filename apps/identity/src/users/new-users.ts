import { Clock } from '@daymark/platform'
import { Passwords } from '@daymark/platform/passwords'
import { Injectable } from '@nestjs/common'
import { User } from './user.entity.ts'

type Wanted = Pick<User, 'email' | 'displayName' | 'role' | 'tier' | 'mustChangePassword'> & { password: string }

@Injectable()
export class NewUsers {
  private readonly passwords: Passwords
  private readonly clock: Clock
  constructor(passwords: Passwords, clock: Clock) {
    this.passwords = passwords
    this.clock = clock
  }

  /** Hashed and complete, so that the commit that follows is short. */
  async prepare({ password, ...values }: Wanted): Promise<User> {
    const passwordHash = await this.passwords.hash(password)
    return User.made({ ...values, passwordHash }, this.clock.now())
  }
}
