import { Clock } from '@daymark/platform'
import { Passwords } from '@daymark/platform/passwords'
import { Injectable } from '@nestjs/common'
import { User } from './user.entity.ts'

type Wanted = Pick<User, 'email' | 'displayName' | 'role' | 'tier' | 'mustChangePassword'> & { password: string }

@Injectable()
export class NewUsers {
  constructor(
    private readonly passwords: Passwords,
    private readonly clock: Clock,
  ) {}

  /** Hashed and complete, so that the commit that follows is short. */
  async prepare({ password, ...values }: Wanted): Promise<User> {
    const passwordHash = await this.passwords.hash(password)
    return User.made({ ...values, passwordHash }, this.clock.now())
  }
}
