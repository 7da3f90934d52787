import { CheckAudit, GetFacts, ListAudit, NoteExport } from './read.handlers.ts'

export const readAudit = [ListAudit, CheckAudit, NoteExport, GetFacts]
