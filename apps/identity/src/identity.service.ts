import { defineService, FailureLimiter, FailuresTable1700000000100, ForgetFailures, Sealer } from '@daymark/platform'
import { Passwords } from '@daymark/platform/passwords'
import { Challenges } from './challenges/challenges.ts'
import { ForgetChallenges } from './challenges/forget-challenges.job.ts'
import { FirstAdminConfig, IdentityConfig } from './config.ts'
import { IdentityLog } from './log.ts'
import { Users1780000000001 } from './migrations/0001-users.ts'
import { Failures1780000000002 } from './migrations/0002-failures.ts'
import { SecondStep1780000000003 } from './migrations/0003-second-step.ts'
import { Passkeys1780000000004 } from './migrations/0004-passkeys.ts'
import { AddPasskey } from './passkeys/add-passkey.handler.ts'
import { AskForPasskey } from './passkeys/ask-for-passkey.handler.ts'
import { BeginPasskey } from './passkeys/begin-passkey.handler.ts'
import { OpenSessionByPasskey } from './passkeys/open-session-by-passkey.handler.ts'
import { Passkey } from './passkeys/passkey.entity.ts'
import { RemovePasskey } from './passkeys/remove-passkey.handler.ts'
import { RenamePasskey } from './passkeys/rename-passkey.handler.ts'
import { ChangePassword } from './passwords/change-password.handler.ts'
import { GeneratePassword } from './passwords/generate-password.handler.ts'
import { OwnPassword } from './passwords/own-password.ts'
import { PasswordGuesses } from './passwords/password-guesses.ts'
import { ResetPassword } from './passwords/reset-password.handler.ts'
import { AwaitPlan } from './plans/await-plan.handler.ts'
import { RememberPlan } from './plans/remember-plan.subscriber.ts'
import { RememberUsage } from './plans/remember-usage.subscriber.ts'
import { Authenticators } from './second-step/authenticators.ts'
import { BeginSecondStep } from './second-step/begin-second-step.handler.ts'
import { ConfirmSecondStep } from './second-step/confirm-second-step.handler.ts'
import { EndSecondStep } from './second-step/end-second-step.handler.ts'
import { PassSecondStep } from './second-step/pass-second-step.handler.ts'
import { RenewRecoveryCodes } from './second-step/renew-recovery-codes.handler.ts'
import { ResetSecondStep } from './second-step/reset-second-step.handler.ts'
import { SecondStep } from './second-step/second-step.entity.ts'
import { SecondSteps } from './second-step/second-steps.ts'
import { CheckSession } from './sessions/check-session.handler.ts'
import { EndExpiredSessions } from './sessions/end-expired-sessions.job.ts'
import { EndSession } from './sessions/end-session.handler.ts'
import { GetSecurity } from './sessions/get-security.handler.ts'
import { OpenSession } from './sessions/open-session.handler.ts'
import { Session } from './sessions/session.entity.ts'
import { Sessions } from './sessions/sessions.ts'
import { CreateUser } from './users/create-user.handler.ts'
import { FirstAdmin } from './users/first-admin.ts'
import { GetDisplayName } from './users/get-display-name.handler.ts'
import { ListUsers } from './users/list-users.handler.ts'
import { NewUsers } from './users/new-users.ts'
import { User } from './users/user.entity.ts'

export const identityService = defineService({
  name: 'identity',
  configs: [IdentityConfig, FirstAdminConfig],
  entities: [User, Session, SecondStep, Passkey],
  migrations: [
    ...[FailuresTable1700000000100, Users1780000000001, Failures1780000000002],
    ...[SecondStep1780000000003, Passkeys1780000000004],
  ],
  handlers: [
    ...[OpenSession, CheckSession, EndSession],
    ...[ChangePassword, ResetPassword, GeneratePassword],
    ...[BeginSecondStep, ConfirmSecondStep, EndSecondStep, RenewRecoveryCodes, ResetSecondStep, PassSecondStep],
    ...[GetSecurity, BeginPasskey, AddPasskey, RenamePasskey, RemovePasskey, AskForPasskey, OpenSessionByPasskey],
    ...[CreateUser, ListUsers, GetDisplayName, AwaitPlan],
  ],
  subscribers: [RememberPlan, RememberUsage],
  jobs: [EndExpiredSessions, ForgetChallenges, ForgetFailures],
  providers: ({ log }) => [
    { provide: IdentityLog, useValue: new IdentityLog(log) },
    ...[Passwords, FailureLimiter, Sessions, NewUsers, FirstAdmin, Sealer],
    ...[PasswordGuesses, OwnPassword, Challenges, Authenticators, SecondSteps],
  ],
  onStart: get => get(FirstAdmin).ensure(),
})
