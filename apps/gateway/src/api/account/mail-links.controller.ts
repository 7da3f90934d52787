import { anonymous, type Asked, identity, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { succeeded } from '../../helpers/succeeded.ts'
import { MailFacts } from '../mail-facts.ts'
import { Serves } from '../../routing/serves.ts'
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

  @Serves(routes.askPasswordReset)
  async askPasswordReset({ body }: Asked<typeof routes.askPasswordReset>, _: unknown, @Req() request: Request) {
    await this.rpc.call(identity.askPasswordReset, { username: body.username, address: request.ip ?? '' }, anonymous)
    return succeeded('If there is an account of this name, a link is on its way to it by mail.')
  }

  @Serves(routes.usePasswordLink)
  async usePasswordLink({ body }: Asked<typeof routes.usePasswordLink>, _: unknown, @Req() request: Request) {
    const link = { token: body.token, newPassword: body.new_password, address: request.ip ?? '' }
    const { userId } = await this.rpc.call(identity.useResetLink, link, anonymous)
    this.sessions.dropUser(userId)
    return succeeded('Your password was changed. You can sign in with it now.')
  }

  @Serves(routes.confirmEmail)
  async confirmEmail({ body }: Asked<typeof routes.confirmEmail>, _: unknown, @Req() request: Request) {
    const link = { token: body.token, address: request.ip ?? '' }
    const { userId, email } = await this.rpc.call(identity.confirmEmail, link, anonymous)
    this.sessions.dropUser(userId)
    return succeeded(`You sign in as ${email} from now on.`)
  }

  @Serves(routes.unsubscribe)
  async unsubscribe({ query: { token } }: Asked<typeof routes.unsubscribe>) {
    await this.rpc.call(identity.unsubscribe, { token }, anonymous)
    return succeeded('You will not get these mails any more.')
  }

  @Serves(routes.openUnsubscribe)
  openUnsubscribe({ query: { token } }: Asked<typeof routes.openUnsubscribe>, _: unknown, @Res() response: Response) {
    response.redirect(303, `/mail/unsubscribe#${encodeURIComponent(token)}`)
  }
}
