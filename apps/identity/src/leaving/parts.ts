import { AskToLeave } from './ask-to-leave.handler.ts'
import { GetLeavingFacts } from './get-leaving-facts.handler.ts'
import { KeepAccount } from './keep-account.handler.ts'
import { Leaving } from './leaving.ts'
import { RemindOfDeletion } from './remind-of-deletion.job.ts'

/** How somebody leaves of her own will. What happens to the account then is `accounts`. */
export const leavingHandlers = [GetLeavingFacts, AskToLeave, KeepAccount]
export const leavingJobs = [RemindOfDeletion]
export const leavingProviders = [Leaving]
