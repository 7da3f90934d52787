import { BackupsController } from './backups.controller.ts'
import { DomainController } from './domain.controller.ts'
import { LeavingController } from './leaving.controller.ts'

/** What plans promise of an account. */
export const promisedControllers = [BackupsController, DomainController, LeavingController]
