import { type Asked, identity, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req } from '@nestjs/common'
import type { Request } from 'express'
import { presentMailChoices, presentProfile } from '../../presenters/account.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { Sessions } from '../../session/sessions.ts'

/** Profile and email settings of the user. */
@Controller()
export class ProfileController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
  ) {}

  @Serves(routes.getProfile)
  async get(_: unknown, { actor }: Caller) {
    return presentProfile(await this.rpc.call(identity.getProfile, {}, actor))
  }

  @Serves(routes.updateProfile)
  async update({ body }: Asked<typeof routes.updateProfile>, { actor }: Caller) {
    const changes = { displayName: body.display_name, timeZone: body.time_zone, language: body.language }
    const profile = await this.rpc.call(identity.updateProfile, changes, actor)
    this.sessions.dropUser(actor.userId)
    return presentProfile(profile)
  }

  @Serves(routes.changeEmail)
  async changeEmail({ body }: Asked<typeof routes.changeEmail>, { actor }: Caller, @Req() request: Request) {
    const change = { email: body.email, currentPassword: body.current_password, address: request.ip ?? '' }
    const profile = await this.rpc.call(identity.changeEmail, change, actor)
    this.sessions.dropUser(actor.userId)
    return presentProfile(profile)
  }

  @Serves(routes.getMailChoices)
  async getMailChoices(_: unknown, { actor }: Caller) {
    return presentMailChoices(await this.rpc.call(identity.getMailChoices, {}, actor))
  }

  @Serves(routes.setMailChoice)
  async setMailChoice({ body }: Asked<typeof routes.setMailChoice>, { actor }: Caller) {
    return presentMailChoices(await this.rpc.call(identity.setMailChoice, body, actor))
  }
}
