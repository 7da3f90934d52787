import { BringBackFile, GetEarlierFile, LocateEarlierFile, RemoveEarlierFile } from './files.handlers.ts'
import { RegisterReplacement } from './register-replacement.handler.ts'

/** Files that take the place of others, and what was there before (adr/0035). */
export const filesHandlers = [RegisterReplacement, GetEarlierFile, LocateEarlierFile, BringBackFile, RemoveEarlierFile]
