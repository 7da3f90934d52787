import type { Actor } from '@daymark/contracts'
import { Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { OwnPassword } from '../passwords/own-password.ts'
import type { User } from '../users/user.entity.ts'
import { wrongCode } from './second-step.handlers.ts'
import { SecondSteps } from './second-steps.ts'

type Proof = { currentPassword: string; code?: string | undefined; address: string }

/** Verifies the password, and the code if two-step sign-in is on, for actions that need both. */
@Injectable()
export class OwnProof {
  constructor(
    private readonly db: Database,
    private readonly ownPassword: OwnPassword,
    private readonly secondSteps: SecondSteps,
  ) {}

  /** Returns the user and uses the code. INVALID_INPUT for a wrong password or code. */
  async of(actor: Actor, { currentPassword: password, code = '', address }: Proof): Promise<User> {
    const proved = await this.ownPassword.prove(actor, { password, address })
    const userId = proved.user.id
    if (await this.secondSteps.isOn(this.db.em, userId))
      await this.secondSteps.spend({ userId, code, address }, wrongCode(), tx => this.ownPassword.hold(tx, proved))
    else await this.db.commit(tx => this.ownPassword.hold(tx, proved))
    return proved.user
  }
}
