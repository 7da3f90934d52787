import {
  DropDeadLetters,
  GetServices,
  GetSettings,
  ListDeadLetters,
  ReplayDeadLetters,
  TellGateway,
} from './system.handlers.ts'
import { Everybody } from './everybody.ts'

/** The System page: roll call, settings, and what was given up. */
export const systemHandlers = [
  ...[GetServices, TellGateway, GetSettings],
  ...[ListDeadLetters, ReplayDeadLetters, DropDeadLetters],
]
export const systemProviders = [Everybody]
