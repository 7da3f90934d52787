import { identity, requireUser, type Actor, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { Profiles } from './profiles.ts'

@Handles(identity.getProfile)
export class GetProfile implements Handler<typeof identity.getProfile> {
  constructor(private readonly profiles: Profiles) {}

  handle(_: Input<typeof identity.getProfile>, actor: Actor) {
    return this.profiles.of(requireUser(actor))
  }
}
