import {
  AcceptReceived,
  AuthorizeReceived,
  CountReceived,
  ListReceived,
  ListSent,
  LocateReceived,
  RefuseReceived,
  TakeBack,
} from './received.handlers.ts'
import { Decisions } from './decisions.ts'
import { LocateSent } from './locate-sent.handler.ts'
import { RegisterReceived } from './register-received.handler.ts'

/** What guests send through upload links, until it is a photo (adr/0043). */
export const receivedHandlers = [
  ...[AuthorizeReceived, RegisterReceived, ListSent, TakeBack, LocateSent],
  ...[ListReceived, CountReceived, AcceptReceived, RefuseReceived, LocateReceived],
]
export const receivedProviders = [Decisions]
