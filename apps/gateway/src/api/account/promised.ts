import { BackupsController } from './backups.controller.ts'
import { DomainController } from './domain.controller.ts'

/** What plans promise of an account. */
export const promisedControllers = [BackupsController, DomainController]
