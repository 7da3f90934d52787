import { defineService, FailureLimiter, FailuresTable1700000000100, ForgetFailures } from '@daymark/platform'
import { Passwords } from '@daymark/platform/passwords'
import { FirstAdminConfig, IdentityConfig } from './config.ts'
import { IdentityLog } from './log.ts'
import { Users1780000000001 } from './migrations/0001-users.ts'
import { Failures1780000000002 } from './migrations/0002-failures.ts'
import { ChangePassword } from './passwords/change-password.handler.ts'
import { GeneratePassword } from './passwords/generate-password.handler.ts'
import { ResetPassword } from './passwords/reset-password.handler.ts'
import { AwaitPlan } from './plans/await-plan.handler.ts'
import { RememberPlan } from './plans/remember-plan.subscriber.ts'
import { RememberUsage } from './plans/remember-usage.subscriber.ts'
import { CheckSession } from './sessions/check-session.handler.ts'
import { EndExpiredSessions } from './sessions/end-expired-sessions.job.ts'
import { EndSession } from './sessions/end-session.handler.ts'
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
  entities: [User, Session],
  migrations: [FailuresTable1700000000100, Users1780000000001, Failures1780000000002],
  handlers: [
    ...[OpenSession, CheckSession, EndSession],
    ...[ChangePassword, ResetPassword, GeneratePassword],
    ...[CreateUser, ListUsers, GetDisplayName, AwaitPlan],
  ],
  subscribers: [RememberPlan, RememberUsage],
  jobs: [EndExpiredSessions, ForgetFailures],
  providers: ({ log }) => [
    { provide: IdentityLog, useValue: new IdentityLog(log) },
    ...[Passwords, FailureLimiter, Sessions, NewUsers, FirstAdmin],
  ],
  onStart: get => get(FirstAdmin).ensure(),
})
