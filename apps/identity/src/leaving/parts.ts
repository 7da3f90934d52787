import { AskToLeave, GetLeavingFacts, KeepAccount } from './leaving.handlers.ts'
import { Leaving } from './leaving.ts'
import { RemindOfDeletion } from './remind-of-deletion.job.ts'

/** How somebody leaves of her own will. What happens to the account then is `accounts`. */
export const leavingHandlers = [GetLeavingFacts, AskToLeave, KeepAccount]
export const leavingJobs = [RemindOfDeletion]
export const leavingProviders = [Leaving]
