import { anonymous, type Asked, identity, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Serves, succeeded } from '../../routing/serves.ts'
import { MailFacts } from '../mail-facts.ts'
import { Sessions } from '../../session/sessions.ts'

/** What is asked for by mail, and the links of mails as they come back. Nobody has to be signed in for any of it. */
@Controller()
export class MailLinksController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
    private readonly mail: MailFacts,
  ) {}

  @Serves(routes.getSignInOptions)
  async options() {
    return { password_reset: await this.mail.isSetUp() }
  }

  @Serves(routes.requestPasswordReset)
  async requestPasswordReset({ body }: Asked<typeof routes.requestPasswordReset>, _: unknown, @Req() request: Request) {
    await this.rpc.call(
      identity.requestPasswordReset,
      { username: body.username, address: request.ip ?? '' },
      anonymous,
    )
    return succeeded('If an account with this name exists, we have sent it a link by email.')
  }

  @Serves(routes.usePasswordLink)
  async usePasswordLink({ body }: Asked<typeof routes.usePasswordLink>, _: unknown, @Req() request: Request) {
    const link = { token: body.token, newPassword: body.new_password, address: request.ip ?? '' }
    const { userId } = await this.rpc.call(identity.useResetLink, link, anonymous)
    this.sessions.dropUser(userId)
    return succeeded('Your password was changed. You can now sign in.')
  }

  @Serves(routes.confirmEmail)
  async confirmEmail({ body }: Asked<typeof routes.confirmEmail>, _: unknown, @Req() request: Request) {
    const link = { token: body.token, address: request.ip ?? '' }
    const { userId, email } = await this.rpc.call(identity.confirmEmail, link, anonymous)
    this.sessions.dropUser(userId)
    return succeeded(`You now sign in as ${email}.`)
  }

  @Serves(routes.unsubscribe)
  async unsubscribe({ query: { token } }: Asked<typeof routes.unsubscribe>) {
    await this.rpc.call(identity.unsubscribe, { token }, anonymous)
    return succeeded('You will no longer receive these emails.')
  }

  @Serves(routes.openUnsubscribe)
  openUnsubscribe({ query: { token } }: Asked<typeof routes.openUnsubscribe>, _: unknown, @Res() response: Response) {
    response.redirect(303, `/mail/unsubscribe#${encodeURIComponent(token)}`)
  }
}
