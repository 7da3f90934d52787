import { Certificates } from './certificates.ts'
import { GetOutgoing } from './get-outgoing.handler.ts'
import { ListProviderNotes } from './list-provider-notes.handler.ts'
import { LookAtCertificates } from './look-at-certificates.job.ts'

/** What leaves the house and does not arrive. */
export const outgoingHandlers = [GetOutgoing, ListProviderNotes]
export const outgoingProviders = [Certificates]
export const outgoingJobs = [LookAtCertificates]
