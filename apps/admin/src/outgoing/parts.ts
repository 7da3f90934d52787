import { Certificates } from './certificates.ts'
import { GetOutgoing, ListProviderNotes } from './outgoing.handlers.ts'
import { LookAtCertificates } from './look-at-certificates.job.ts'

/** What leaves the house and does not arrive. */
export const outgoingHandlers = [GetOutgoing, ListProviderNotes]
export const outgoingProviders = [Certificates]
export const outgoingJobs = [LookAtCertificates]
