import { Certificates } from './certificates.ts'
import { GetOutgoing } from './get-outgoing.handler.ts'
import { ListProviderNotes } from './list-provider-notes.handler.ts'

/** What leaves the house and does not arrive. */
export const outgoingHandlers = [GetOutgoing, ListProviderNotes]
export const outgoingProviders = [Certificates]
