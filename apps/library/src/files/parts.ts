import { BringBackFile } from './bring-back-file.handler.ts'
import { GetEarlierFile } from './get-earlier-file.handler.ts'
import { LocateEarlierFile } from './locate-earlier-file.handler.ts'
import { RegisterReplacement } from './register-replacement.handler.ts'
import { RemoveEarlierFile } from './remove-earlier-file.handler.ts'

/** Files that take the place of others, and what was there before (adr/0035). */
export const filesHandlers = [RegisterReplacement, GetEarlierFile, LocateEarlierFile, BringBackFile, RemoveEarlierFile]
