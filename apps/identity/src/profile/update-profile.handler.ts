import { errors, identity, requireUser, visibleText, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { lockUser } from '../users/users.ts'
import { validLanguage, validTimeZone } from './dates.ts'
import { Profiles } from './profiles.ts'

type Update = Input<typeof identity.updateProfile>

@Handles(identity.updateProfile)
export class UpdateProfile implements Handler<typeof identity.updateProfile> {
  constructor(
    private readonly db: Database,
    private readonly profiles: Profiles,
  ) {}

  async handle(input: Update, actor: Actor) {
    const changes = changesOf(input)
    const userId = requireUser(actor)
    await this.db.commit(async tx => {
      const user = await lockUser(tx, userId)
      if (!user) throw errors.NO_SESSION()
      await tx.em.save(Object.assign(user, changes))
    })
    return this.profiles.of(userId)
  }
}

/** What is not named stays; empty is nothing. */
function changesOf({ displayName, timeZone, language }: Update) {
  return {
    ...(displayName !== undefined && { displayName: visibleText(displayName ?? '') || null }),
    ...(timeZone !== undefined && { timeZone: validTimeZone(timeZone) }),
    ...(language !== undefined && { language: validLanguage(language) }),
  }
}
