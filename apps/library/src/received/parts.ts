import { AcceptReceived } from './accept-received.handler.ts'
import { AuthorizeReceived } from './authorize-received.handler.ts'
import { CountReceived } from './count-received.handler.ts'
import { Decisions } from './decisions.ts'
import { ListReceived } from './list-received.handler.ts'
import { ListSent } from './list-sent.handler.ts'
import { LocateReceived } from './locate-received.handler.ts'
import { LocateSent } from './locate-sent.handler.ts'
import { RefuseReceived } from './refuse-received.handler.ts'
import { RegisterReceived } from './register-received.handler.ts'
import { TakeBack } from './take-back.handler.ts'

/** What guests send through upload links, until it is a photo (adr/0043). */
export const receivedHandlers = [
  ...[AuthorizeReceived, RegisterReceived, ListSent, TakeBack, LocateSent],
  ...[ListReceived, CountReceived, AcceptReceived, RefuseReceived, LocateReceived],
]
export const receivedProviders = [Decisions]
