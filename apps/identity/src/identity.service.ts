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
import { RememberBrand, RememberStudioLogo } from './mail/brands/brands.subscribers.ts'
import { GetMailChoices, SetMailChoice, Unsubscribe } from './mail/choices/choices.handlers.ts'
import { UnsubscribeLinks } from './mail/choices/unsubscribe-links.ts'
import { GetMailFacts } from './mail/get-mail-facts.handler.ts'
import { MailConfig } from './mail/mail-settings.ts'
import { mailCheck } from './mail/mail-check.ts'
import { SendGalleryMail } from './mail/galleries/send-gallery-mail.subscriber.ts'
import { WriteGalleryMail } from './mail/galleries/write-gallery-mail.ts'
import { Mails } from './mail/mails.ts'
import { SendBillingMail, SendDeveloperMail } from './mail/mail.subscribers.ts'
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
import { GetFigures, GetMails } from './operation/operation.handlers.ts'
import { AccountStates1780000000007 } from './migrations/0007-account-states.ts'
import { Invitations1780000000008 } from './migrations/0008-invitations.ts'
import { ADMINISTERING } from './accounts/accounts.ts'
import { accountHandlers, accountJobs, accountProviders, accountSubscribers } from './accounts/parts.ts'
import { leavingHandlers, leavingJobs, leavingProviders } from './leaving/parts.ts'
import { Leaving1780000000011 } from './migrations/0011-leaving.ts'
import { MailsOn1780000000012 } from './migrations/0012-mails-on.ts'
import { AddPasskey, AskForPasskey, RemovePasskey, RenamePasskey } from './passkeys/passkeys.handlers.ts'
import { BeginPasskey } from './passkeys/begin-passkey.handler.ts'
import { OpenSessionByPasskey } from './passkeys/open-session-by-passkey.handler.ts'
import { Passkey } from './passkeys/passkey.entity.ts'
import {
  AskPasswordReset,
  ChangePassword,
  GeneratePassword,
  ResetPassword,
  UseResetLink,
} from './passwords/passwords.handlers.ts'
import { NewPassword } from './passwords/new-password.ts'
import { OwnPassword } from './passwords/own-password.ts'
import { PasswordGuesses } from './passwords/password-guesses.ts'
import { AwaitPlan } from './plans/await-plan.handler.ts'
import { RememberPlan, RememberUsage } from './plans/plans.subscribers.ts'
import { ChangeEmail, ConfirmEmail, GetProfile, UpdateProfile } from './profile/profile.handlers.ts'
import { NewEmail } from './profile/new-email.ts'
import { Profiles } from './profile/profiles.ts'
import { Authenticators } from './second-step/authenticators.ts'
import {
  BeginSecondStep,
  ConfirmSecondStep,
  EndSecondStep,
  PassSecondStep,
  RenewRecoveryCodes,
} from './second-step/second-step.handlers.ts'
import { OwnProof } from './second-step/own-proof.ts'
import { ResetSecondStep } from './second-step/reset-second-step.handler.ts'
import { SecondStep } from './second-step/second-step.entity.ts'
import { SecondSteps } from './second-step/second-steps.ts'
import {
  CheckSession,
  EndOtherSessions,
  EndOwnSession,
  EndSession,
  GetSecurity,
  ListSessions,
  OpenSession,
} from './sessions/sessions.handlers.ts'
import { EndExpiredSessions } from './sessions/end-expired-sessions.job.ts'
import { Session } from './sessions/session.entity.ts'
import { Sessions } from './sessions/sessions.ts'
import { CreateUser, GetDisplayName, NameUsers } from './users/users.handlers.ts'
import { FirstAdmin } from './users/first-admin.ts'
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
