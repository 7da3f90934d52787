import {
  accountDeletion,
  accountNumber,
  supportAddress as addressOf,
  anonymous,
  type RouteInput,
  billing,
  entitlementOf,
  identity,
  routes,
  supportSubject as subjectOf,
} from '@daymark/contracts'
import { Clock, RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { defaultSupportAddress, SupportConfig } from '../../config.ts'
import { PublicUrls } from '../../custom-domains/custom-domains.ts'
import { presentAccount, presentMailChoices, presentProfile } from '../../presenters/account.ts'
import { Serves, successBody } from '../../routing/serves.ts'
import { type Caller, sessionOf } from '../../session/caller.ts'
import { BrowserSession, toConfirmation, SessionLookup } from '../../session/sessions.ts'
import { MailAvailability } from '../installation.controllers.ts'

/** Profile and email settings of the user. */
@Controller()
export class ProfileController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: SessionLookup,
  ) {}

  @Serves(routes.getProfile)
  async get(_: unknown, { actor }: Caller) {
    return presentProfile(await this.rpc.call(identity.getProfile, {}, actor))
  }

  @Serves(routes.updateProfile)
  async update({ body }: RouteInput<typeof routes.updateProfile>, { actor }: Caller) {
    const profileChanges = { displayName: body.display_name, timeZone: body.time_zone, language: body.language }
    const profile = await this.rpc.call(identity.updateProfile, profileChanges, actor)
    this.sessions.dropUser(actor.userId)
    return presentProfile(profile)
  }

  @Serves(routes.changeEmail)
  async changeEmail({ body }: RouteInput<typeof routes.changeEmail>, { actor }: Caller, @Req() request: Request) {
    const emailChange = { email: body.email, currentPassword: body.current_password, address: request.ip ?? '' }
    const profile = await this.rpc.call(identity.changeEmail, emailChange, actor)
    this.sessions.dropUser(actor.userId)
    return presentProfile(profile)
  }

  @Serves(routes.getMailChoices)
  async getMailChoices(_: unknown, { actor }: Caller) {
    return presentMailChoices(await this.rpc.call(identity.getMailChoices, {}, actor))
  }

  @Serves(routes.setMailChoice)
  async setMailChoice({ body }: RouteInput<typeof routes.setMailChoice>, { actor }: Caller) {
    return presentMailChoices(await this.rpc.call(identity.setMailChoice, body, actor))
  }
}

/** Password reset, email confirmation and unsubscription by links in emails. They need no session. */
@Controller()
export class MailLinksController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: SessionLookup,
    private readonly mail: MailAvailability,
  ) {}

  @Serves(routes.getSignInOptions)
  async getSignInOptions() {
    return { password_reset: await this.mail.isSetUp() }
  }

  @Serves(routes.requestPasswordReset)
  async requestPasswordReset(
    { body }: RouteInput<typeof routes.requestPasswordReset>,
    _: unknown,
    @Req() request: Request,
  ) {
    await this.rpc.call(
      identity.requestPasswordReset,
      { username: body.username, address: request.ip ?? '' },
      anonymous,
    )
    return successBody('If an account with this name exists, we have sent it a link by email.')
  }

  @Serves(routes.usePasswordLink)
  async usePasswordLink({ body }: RouteInput<typeof routes.usePasswordLink>, _: unknown, @Req() request: Request) {
    const resetInput = { token: body.token, newPassword: body.new_password, address: request.ip ?? '' }
    const { userId } = await this.rpc.call(identity.useResetLink, resetInput, anonymous)
    this.sessions.dropUser(userId)
    return successBody('Your password was changed. You can now sign in.')
  }

  @Serves(routes.confirmEmail)
  async confirmEmail({ body }: RouteInput<typeof routes.confirmEmail>, _: unknown, @Req() request: Request) {
    const confirmation = { token: body.token, address: request.ip ?? '' }
    const { userId, email } = await this.rpc.call(identity.confirmEmail, confirmation, anonymous)
    this.sessions.dropUser(userId)
    return successBody(`You now sign in as ${email}.`)
  }

  @Serves(routes.unsubscribe)
  async unsubscribe({ query: { token } }: RouteInput<typeof routes.unsubscribe>) {
    await this.rpc.call(identity.unsubscribe, { token }, anonymous)
    return successBody('You will no longer receive these emails.')
  }

  @Serves(routes.openUnsubscribe)
  openUnsubscribe(
    { query: { token } }: RouteInput<typeof routes.openUnsubscribe>,
    _: unknown,
    @Res() response: Response,
  ) {
    response.redirect(303, `/mail/unsubscribe#${encodeURIComponent(token)}`)
  }
}

/** Schedules the deletion of an account and cancels it. */
@Controller()
export class AccountDeletionController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: SessionLookup,
    private readonly browserSession: BrowserSession,
  ) {}

  @Serves(routes.deleteOwnAccount)
  async requestDeletion(
    { body }: RouteInput<typeof routes.deleteOwnAccount>,
    caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { user } = sessionOf(caller)
    const { deletionDueAt } = await this.rpc.call(accountDeletion.request, toConfirmation(body, request), caller.actor)
    this.sessions.dropUser(user.id)
    await this.browserSession.end(request, response)
    return { ...successBody('Your account is scheduled for deletion.'), deletion_due_at: deletionDueAt }
  }

  @Serves(routes.cancelAccountDeletion)
  async cancel(
    { body }: RouteInput<typeof routes.cancelAccountDeletion>,
    _: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const session = await this.rpc.call(
      accountDeletion.cancel,
      { ...body, ...this.browserSession.clientOf(request) },
      anonymous,
    )
    await this.browserSession.start(session, request, response)
    return { user: presentAccount(session.user), message: 'Your account will be kept.' }
  }
}

const SUPPORT_SUBJECT = 'Account {account}'
const PRIORITY_SUPPORT_SUBJECT = 'Priority support, {plan}, account {account}'

/** The support address of the user, with a subject that identifies account and plan (rule 72). */
@Controller()
export class SupportController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly config: SupportConfig,
    private readonly urls: PublicUrls,
    private readonly clock: Clock,
  ) {}

  @Serves(routes.getSupport)
  async get(_: unknown, { actor }: Caller, @Req() request: Request) {
    const plan = entitlementOf(await this.rpc.call(billing.getSubscription, {}, actor), this.clock.now())
    const isPriority = plan.features.includes('priority_support')
    const { priorityAddress } = this.config
    const standardAddress = defaultSupportAddress(this.config, this.urls.forRequest(request))
    const account = { userId: actor.userId, tier: plan.tier }
    return {
      address: addressOf((isPriority ? priorityAddress : undefined) ?? standardAddress, account),
      subject: subjectOf(isPriority ? PRIORITY_SUPPORT_SUBJECT : SUPPORT_SUBJECT, account),
      account: accountNumber(actor.userId),
      is_priority: isPriority,
    }
  }
}
