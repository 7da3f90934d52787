import { sharing } from '@daymark/contracts'
import { defineService, FailureLimiter, FailuresTable1700000000100, ForgetFailures, Sealer } from '@daymark/platform'
import { Passwords } from '@daymark/platform/passwords'
import { archivedAccount } from './archive/archived-account.ts'
import { Challenges } from './challenges/challenges.ts'
import { ForgetChallenges } from './challenges/forget-challenges.job.ts'
import { FirstAdminConfig, IdentityConfig } from './config.ts'
import { IdentityLog } from './log.ts'
import { Devices } from './devices/devices.ts'
import { AccountLinks } from './links/account-links.ts'
import { ForgetLinks } from './links/forget-links.job.ts'
import { LinkGuesses } from './links/link-guesses.ts'
import { Brands } from './mail/brands/brands.ts'
import { RememberBrand } from './mail/brands/remember-brand.subscriber.ts'
import { RememberStudioLogo } from './mail/brands/remember-studio-logo.subscriber.ts'
import { GetMailChoices } from './mail/choices/get-mail-choices.handler.ts'
import { SetMailChoice } from './mail/choices/set-mail-choice.handler.ts'
import { Unsubscribe } from './mail/choices/unsubscribe.handler.ts'
import { UnsubscribeLinks } from './mail/choices/unsubscribe-links.ts'
import { GetMailFacts } from './mail/get-mail-facts.handler.ts'
import { MailConfig } from './mail/mail-settings.ts'
import { mailCheck } from './mail/mail-check.ts'
import { SendGalleryMail } from './mail/galleries/send-gallery-mail.subscriber.ts'
import { WriteGalleryMail } from './mail/galleries/write-gallery-mail.ts'
import { Mails } from './mail/mails.ts'
import { SendBillingMail } from './mail/send-billing-mail.subscriber.ts'
import { SendDeveloperMail } from './mail/send-developer-mail.subscriber.ts'
import { AskedReset } from './mail/sending/asked-reset.ts'
import { Delivery } from './mail/sending/delivery.ts'
import { SendMails } from './mail/sending/send-mails.job.ts'
import { WriteMail } from './mail/sending/write-mail.ts'
import { WrittenMails } from './mail/sending/written-mails.ts'
import { Smtp } from './mail/smtp.ts'
import { Users1780000000001 } from './migrations/0001-users.ts'
import { Failures1780000000002 } from './migrations/0002-failures.ts'
import { SecondStep1780000000003 } from './migrations/0003-second-step.ts'
import { Passkeys1780000000004 } from './migrations/0004-passkeys.ts'
import { Mail1780000000005 } from './migrations/0005-mail.ts'
import { Brands1780000000006 } from './migrations/0006-brands.ts'
import { MailErrors1780000000010 } from './migrations/0010-mail-errors.ts'
import { GetFigures } from './operation/get-figures.handler.ts'
import { GetMails } from './operation/get-mails.handler.ts'
import { AccountStates1780000000007 } from './migrations/0007-account-states.ts'
import { Invitations1780000000008 } from './migrations/0008-invitations.ts'
import { ADMINISTERING } from './accounts/accounts.ts'
import { accountHandlers, accountJobs, accountProviders, accountSubscribers } from './accounts/parts.ts'
import { leavingHandlers, leavingJobs, leavingProviders } from './leaving/parts.ts'
import { Leaving1780000000011 } from './migrations/0011-leaving.ts'
import { MailsOn1780000000012 } from './migrations/0012-mails-on.ts'
import { AddPasskey } from './passkeys/add-passkey.handler.ts'
import { AskForPasskey } from './passkeys/ask-for-passkey.handler.ts'
import { BeginPasskey } from './passkeys/begin-passkey.handler.ts'
import { OpenSessionByPasskey } from './passkeys/open-session-by-passkey.handler.ts'
import { Passkey } from './passkeys/passkey.entity.ts'
import { RemovePasskey } from './passkeys/remove-passkey.handler.ts'
import { RenamePasskey } from './passkeys/rename-passkey.handler.ts'
import { AskPasswordReset } from './passwords/ask-password-reset.handler.ts'
import { ChangePassword } from './passwords/change-password.handler.ts'
import { GeneratePassword } from './passwords/generate-password.handler.ts'
import { NewPassword } from './passwords/new-password.ts'
import { OwnPassword } from './passwords/own-password.ts'
import { PasswordGuesses } from './passwords/password-guesses.ts'
import { ResetPassword } from './passwords/reset-password.handler.ts'
import { UseResetLink } from './passwords/use-reset-link.handler.ts'
import { AwaitPlan } from './plans/await-plan.handler.ts'
import { RememberPlan } from './plans/remember-plan.subscriber.ts'
import { RememberUsage } from './plans/remember-usage.subscriber.ts'
import { ChangeEmail } from './profile/change-email.handler.ts'
import { ConfirmEmail } from './profile/confirm-email.handler.ts'
import { GetProfile } from './profile/get-profile.handler.ts'
import { NewEmail } from './profile/new-email.ts'
import { Profiles } from './profile/profiles.ts'
import { UpdateProfile } from './profile/update-profile.handler.ts'
import { Authenticators } from './second-step/authenticators.ts'
import { BeginSecondStep } from './second-step/begin-second-step.handler.ts'
import { ConfirmSecondStep } from './second-step/confirm-second-step.handler.ts'
import { EndSecondStep } from './second-step/end-second-step.handler.ts'
import { OwnProof } from './second-step/own-proof.ts'
import { PassSecondStep } from './second-step/pass-second-step.handler.ts'
import { RenewRecoveryCodes } from './second-step/renew-recovery-codes.handler.ts'
import { ResetSecondStep } from './second-step/reset-second-step.handler.ts'
import { SecondStep } from './second-step/second-step.entity.ts'
import { SecondSteps } from './second-step/second-steps.ts'
import { CheckSession } from './sessions/check-session.handler.ts'
import { EndExpiredSessions } from './sessions/end-expired-sessions.job.ts'
import { EndOtherSessions } from './sessions/end-other-sessions.handler.ts'
import { EndOwnSession } from './sessions/end-own-session.handler.ts'
import { EndSession } from './sessions/end-session.handler.ts'
import { GetSecurity } from './sessions/get-security.handler.ts'
import { ListSessions } from './sessions/list-sessions.handler.ts'
import { OpenSession } from './sessions/open-session.handler.ts'
import { Session } from './sessions/session.entity.ts'
import { Sessions } from './sessions/sessions.ts'
import { CreateUser } from './users/create-user.handler.ts'
import { FirstAdmin } from './users/first-admin.ts'
import { NameUsers } from './users/name-users.handler.ts'
import { GetDisplayName } from './users/get-display-name.handler.ts'
import { ListUsers } from './users/list-users.handler.ts'
import { NewUsers } from './users/new-users.ts'
import { User } from './users/user.entity.ts'
import { BrowserZone1780000000013 } from './migrations/0013-browser-zone.ts'

export const identityService = defineService({
  name: 'identity',
  callsOthers: [sharing.readMail.name],
  archive: archivedAccount,
  configs: [IdentityConfig, FirstAdminConfig, MailConfig],
  entities: [User, Session, SecondStep, Passkey],
  migrations: [
    ...[FailuresTable1700000000100, Users1780000000001, Failures1780000000002],
    ...[SecondStep1780000000003, Passkeys1780000000004, Mail1780000000005, Brands1780000000006],
    ...[AccountStates1780000000007, Invitations1780000000008, MailErrors1780000000010],
    ...[Leaving1780000000011, MailsOn1780000000012, BrowserZone1780000000013],
  ],
  resources: {
    profile: { table: 'users', owner: 'id' },
    account: { table: 'users', id: 'id', lock: () => ADMINISTERING },
    passkey: { table: 'passkeys', id: 'id', owner: 'user_id' },
  },
  handlers: [
    ...[OpenSession, CheckSession, EndSession],
    ...[ChangePassword, ResetPassword, GeneratePassword],
    ...[ListSessions, EndOwnSession, EndOtherSessions],
    ...[GetMailFacts, AskPasswordReset, UseResetLink, GetMailChoices, SetMailChoice, Unsubscribe],
    ...[GetProfile, UpdateProfile, ChangeEmail, ConfirmEmail],
    ...[BeginSecondStep, ConfirmSecondStep, EndSecondStep, RenewRecoveryCodes, ResetSecondStep, PassSecondStep],
    ...[GetSecurity, BeginPasskey, AddPasskey, RenamePasskey, RemovePasskey, AskForPasskey, OpenSessionByPasskey],
    ...[CreateUser, ListUsers, GetDisplayName, NameUsers, AwaitPlan],
    ...accountHandlers,
    ...leavingHandlers,
    ...[GetFigures, GetMails],
  ],
  subscribers: [
    RememberPlan,
    RememberUsage,
    RememberBrand,
    RememberStudioLogo,
    SendBillingMail,
    SendDeveloperMail,
    SendGalleryMail,
    ...accountSubscribers,
  ],
  jobs: [EndExpiredSessions, ForgetChallenges, ForgetFailures, ForgetLinks, SendMails, ...accountJobs, ...leavingJobs],
  providers: ({ log }) => [
    { provide: IdentityLog, useValue: new IdentityLog(log) },
    ...[Passwords, FailureLimiter, Sessions, NewUsers, FirstAdmin],
    ...[Smtp, Mails, Brands, UnsubscribeLinks, AskedReset, WriteMail, WriteGalleryMail, WrittenMails, Delivery],
    ...[Sealer, PasswordGuesses, Challenges, Authenticators, SecondSteps, OwnProof],
    ...accountProviders,
    ...leavingProviders,
    ...[AccountLinks, LinkGuesses, Devices, OwnPassword, NewPassword, Profiles, NewEmail],
  ],
  onStart: get => get(FirstAdmin).ensure(),
  doctor: env => mailCheck(env),
})
